import { withPlainBlanks } from '#lib/text/no-break.ts'
import { pastedText } from '#lib/text/plain-text.ts'

/** Searchable text of an article: title, excerpt and tags in lower case. */
export function searchText(article: {
  readonly title: string
  readonly excerpt: string
  readonly tags: readonly string[]
}): string {
  const words = [article.title, article.excerpt, ...article.tags]
  return words.map((part) => pastedText(withPlainBlanks(part)).toLowerCase()).join('\n')
}

/** True if the text contains the typed words, ignoring case. An empty search matches everything. */
export function matchesSearch(text: string, typed: string): boolean {
  return text.includes(pastedText(typed).trim().toLowerCase())
}
