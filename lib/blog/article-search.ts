import { withPlainBlanks } from '#lib/text/no-break.ts'

/** Searchable text of an article: title, excerpt and tags in lower case. */
export function searchText(article: {
  readonly title: string
  readonly excerpt: string
  readonly tags: readonly string[]
}): string {
  const words = [article.title, article.excerpt, ...article.tags].join('\n')
  return withPlainBlanks(words).toLowerCase()
}

/** True if the text contains the typed words, ignoring case. An empty search matches everything. */
export function matchesSearch(text: string, typed: string): boolean {
  return text.includes(typed.trim().toLowerCase())
}
