import { SITE_URL } from '#lib/routes/site-url.ts'

/** A markdown text whose links within the site are full addresses. */
export function withFullLinks(markdown: string): string {
  return markdown.replaceAll('](/', `](${SITE_URL}/`)
}

/** The same text with each heading one level lower, to stand under a heading. */
export function lowerHeadings(markdown: string): string {
  return markdown.replaceAll(/^(#{1,5}) /gm, '#$1 ')
}

/** A list of facts; one without a value is left out. */
export function factList(facts: readonly (readonly [name: string, value: string | undefined])[]) {
  return facts.flatMap(([name, value]) => (value ? [`- ${name}：${value}`] : [])).join('\n')
}

/** Blocks of markdown with a blank line between them; empty ones are left out. */
export function blocks(...parts: readonly (string | undefined)[]): string {
  return `${withFullLinks(parts.filter(Boolean).join('\n\n'))}\n`
}
