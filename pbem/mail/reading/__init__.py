"""What a person wrote in a mail: without quotations and signatures, with the order form and attachments."""
