/** A section of a long text: its heading, and the id at which it stands. */
export type Section = { readonly id: string; readonly title: string; readonly level: number }

const HEADING = /<h([23])>(.*?)<\/h\1>/gs

/** The sections of a text's HTML, and the HTML with their ids. */
export function withSections(html: string): {
  readonly html: string
  readonly sections: readonly Section[]
} {
  const sections: Section[] = []
  const marked = html.replaceAll(HEADING, (_heading, level: string, inner: string) => {
    const id = `part-${sections.length + 1}`
    sections.push({ id, title: inner.replaceAll(/<[^>]*>/g, ''), level: Number(level) })
    return `<h${level} id="${id}">${inner}</h${level}>`
  })
  return { html: marked, sections }
}
