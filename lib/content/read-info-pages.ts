import 'server-only'

import {
  ContentError,
  type MarkdownFile,
  parseFrontMatter,
  readMarkdownFolder,
  requirePictures,
} from '../adapters/markdown/content-file.ts'
import { markdownHtml } from '../adapters/markdown/markdown-html.ts'
import { INFO_PATHS, PATHS } from '../site/paths.ts'
import { sharePicture } from '../site/share-picture.ts'
import { type InfoPage, infoPageSchema, type QuestionGroup } from './pages.ts'

/** The files of content/info that hold the words of another page; each has a schema of its own. */
const WORDS_OF_OTHER_PAGES = ['home', 'shop', 'blog', 'contact']

const INFO: readonly string[] = Object.values(INFO_PATHS)

// What the shop has at the top of its address, besides information pages.
const TAKEN = new Set([
  ...Object.values(PATHS)
    .filter((path) => !INFO.includes(path))
    .map((path) => path.split('/')[1]),
  'api',
  'images',
  'product',
])

async function answered(group: QuestionGroup): Promise<QuestionGroup> {
  const items = group.items.map(async ({ question, answer }) => ({
    question,
    answer: await markdownHtml(answer),
  }))
  return { ...group, items: await Promise.all(items) }
}

async function toPage(file: MarkdownFile): Promise<InfoPage> {
  const { name: slug, path, body } = file
  if (!/^[a-z0-9-]+$/.test(slug)) {
    throw new ContentError(path, '檔名', '只能用小寫英文、數字與 -')
  }
  if (TAKEN.has(slug)) throw new ContentError(path, '檔名', `/${slug} 已經是店裡的另一頁`)
  const page = parseFrontMatter(infoPageSchema, file)
  const { cover, groups } = page
  const shared = page.indexed && cover ? [sharePicture(cover).src] : []
  requirePictures(file, [
    ...(cover ? [{ field: 'cover', src: cover.src }] : []),
    ...shared.map((src) => ({ field: 'cover 的分享圖', src })),
  ])
  return {
    ...page,
    ...(groups ? { groups: await Promise.all(groups.map(answered)) } : {}),
    slug,
    html: await markdownHtml(body),
  }
}

/**
 * Returns the information pages of a content folder, by name.
 * Throws ContentError for a bad name, a wrong field or a missing picture.
 */
export async function readInfoPages(content: string): Promise<readonly InfoPage[]> {
  const files = await readMarkdownFolder(content, 'info')
  return Promise.all(files.filter(({ name }) => !WORDS_OF_OTHER_PAGES.includes(name)).map(toPage))
}
