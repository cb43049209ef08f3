import 'server-only'

import { remark } from 'remark'
import remarkHtml from 'remark-html'

const processor = remark().use(remarkHtml)

/** Markdown as HTML that holds neither scripts nor styles: headings, lists, quotes, code, rules, links, bold, italic, pictures. */
export async function markdownHtml(body: string): Promise<string> {
  return String(await processor.process(body)).trim()
}
