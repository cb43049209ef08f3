/** A table's HTML in a frame of its own, which moves sideways where the table is wider, by keyboard too. */
export function withTableFrames(html: string): string {
  return html
    .replaceAll('<table>', '<div class="table" role="group" aria-label="表格" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll(/<th(?=[ >])/g, '<th scope="col"')
}
