"""The text of a mail: charsets, flowed and plain text, HTML, attached documents, phrases that programs write."""
