"""What every drawing needs: SVG text, type metrics, colours, words, labels, shapes, the plan of the map."""
