import 'server-only'

import {
  BUILD_PICTURES,
  CONTENT,
  ContentError,
  type HasPicture,
  type MarkdownFile,
  readMarkdownFolder,
  type Markdown,
  parseFrontMatter,
  parseMarkdown,
  readTradeOf,
} from '../adapters/markdown/content-file.ts'
import { withSaleWords, PROSE_DAYS } from '../content/content-words.ts'
import { readArticles } from '../blog/article.ts'
import { readCreators } from '../creator/creator.ts'
import { readGarments } from '../garment/find-garments.ts'
import { readOffers } from '../offer/offer.ts'
import { readTemplates } from '../mail/render-mail.ts'
import {
  articlePath,
  cameraPath,
  categoryPath,
  creatorPath,
  digitalLinkPath,
  garmentPath,
  INFO_PATHS,
  infoPath,
  pathOf,
  productPath,
} from '../routes/paths.ts'
import { SHOP_ROUTES } from '../routes/shop-routes.ts'
import type { Trade } from '../company/trade-schema.ts'
import { findTradeContradiction, type TradeContradiction } from '../content/figures.ts'
import { readInfoPages, readShopWords } from '../content/find-pages.ts'
import { movedProblem, movedSchema } from '../content/moved.ts'
import { sharePicture } from '../content/pages.ts'

const FOLDERS = ['products', 'offers', 'blog', 'info', 'mails', 'creators', 'garments'] as const

/** A text of a file's fields, by its path among them, such as groups.0.items.1.answer. */
type FieldText = { readonly field: string; readonly text: string }

function textsIn(value: unknown, field = ''): readonly FieldText[] {
  if (typeof value === 'string') return [{ field, text: value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    textsIn(inner, field === '' ? name : `${field}.${name}`),
  )
}

function* piecesOf(piece: Markdown): Generator<Markdown> {
  yield piece
  for (const child of piece.children ?? []) yield* piecesOf(child)
}

type Targets = { readonly pictures: readonly FieldText[]; readonly links: readonly FieldText[] }

// Answers of questions are markdown, as is the body; all other fields are plain text.
function markdownIn(file: MarkdownFile, texts: readonly FieldText[]): readonly FieldText[] {
  const answers = texts.filter(({ field }) => field.endsWith('.answer'))
  const body = { field: '內文', text: withSaleWords(file.body) }
  // Without a bracket there is neither a link nor a picture.
  return [...answers, body].filter(({ text }) => text.includes('['))
}

function targetsIn(file: MarkdownFile): Targets {
  const texts = textsIn(file.frontMatter)
  const pictures = texts.filter(({ text }) => text.startsWith('/images/'))
  const links = texts.filter(({ field }) => /(?:^|\.)href$/.test(field))
  const found = { pictures: [...pictures], links: [...links] }
  for (const { field, text } of markdownIn(file, texts)) {
    for (const { type, url = '', alt } of piecesOf(parseMarkdown(text))) {
      if (type === 'link' || type === 'definition') found.links.push({ field, text: url })
      if (type === 'image') found.pictures.push({ field, text: url })
      if ((type === 'image' || type === 'imageReference') && !alt?.trim()) {
        throw new ContentError(file.path, field, `請說明圖片 ${url} 上看見什麼`)
      }
    }
  }
  return found
}

const FIXED_PAGES = Object.keys(SHOP_ROUTES).filter(
  (path) => !path.includes('[') && !path.startsWith('/api/'),
)

/** Every rule of one file: its pictures are there and told in words, its links lead to a page. */
function requireTargets(
  file: MarkdownFile,
  pages: ReadonlySet<string>,
  hasPicture: HasPicture | undefined,
): void {
  const { pictures, links } = targetsIn(file)
  const missing = pictures.find(({ text }) => hasPicture?.(text) === false)
  if (missing) throw new ContentError(file.path, missing.field, `找不到圖片 public${missing.text}`)
  const isThere = (to: string) => {
    const path = pathOf(to).replace(/(?<=.)\/$/, '')
    return pages.has(path) || (path.startsWith('/images/') && hasPicture?.(path) !== false)
  }
  const dead = links.find(({ text }) => /^\/(?!\/)/.test(text) && !isThere(text))
  if (dead) throw new ContentError(file.path, dead.field, `店裡沒有 ${dead.text} 這一頁`)
}

const named = /\{([a-z][a-z_]*)\}/g

/** Throws ContentError for a figure that contradicts the trade, and for a name in braces that nothing fills in. */
function requireTrade(file: MarkdownFile, trade: Trade): void {
  const texts = [...textsIn(file.frontMatter), { field: '內文', text: file.body }]
  for (const { field, text } of texts) {
    const wrong = findTradeContradiction(text, trade)
    if (wrong) throw new ContentError(file.path, field, contradictionWords(wrong))
    // A mail's names are its own (lib/mail/render-mail.ts).
    if (file.path.includes('/mails/')) continue
    const stray = [...text.matchAll(named)].find(
      ([, name]) => !PROSE_DAYS.some((day) => day === name && file.path.includes('/products/')),
    )
    if (stray) throw new ContentError(file.path, field, `沒有 ${stray[0]} 這個名稱`)
  }
}

function contradictionWords({ figure, says, name }: TradeContradiction): string {
  const right = says === '' ? '現在沒有這個數字' : `是 ${says}`
  return `寫著 ${figure}，但「店的資料與數字」${right}；請寫 {${name}}，數字會跟著改`
}

/** Throws ContentError for two categories of one address, and for a page that the shop leads to and that is not there. */
function requirePages(content: string, slugs: readonly string[], categories: readonly string[]) {
  const twice = categories.find((slug, at) => categories.indexOf(slug) !== at)
  if (twice !== undefined) {
    throw new ContentError(`${content}/info/shop.md`, 'categories', `網址 ${twice} 寫了兩次`)
  }
  const paths = slugs.map(infoPath)
  const missing = Object.values(INFO_PATHS).find((path) => !paths.includes(path))
  if (missing !== undefined) {
    throw new ContentError(`${content}/info${missing}.md`, '檔名', '店裡連到這一頁，不能沒有')
  }
}

/** Throws ContentError for an old address that would hide a page, or that leads to none. */
async function requireMoved(content: string, pages: ReadonlySet<string>): Promise<void> {
  const names = await readMarkdownFolder(content, 'info')
  const file = names.find(({ name }) => name === 'moved')
  const problem = file && movedProblem(parseFrontMatter(movedSchema, file).moved, pages)
  if (file && problem) throw new ContentError(file.path, problem.field, problem.reason)
}

/**
 * Reads a content folder whole, by every rule that the build has: of each file, between files, of
 * pictures and of links. `hasPicture` says which pictures there will be. Throws ContentError.
 */
export async function readSite(
  content = CONTENT,
  hasPicture: HasPicture | undefined = BUILD_PICTURES,
): Promise<void> {
  const [garments, articles, creators, pages, { home, shop }] = await Promise.all([
    readGarments(content, hasPicture),
    readArticles(content, hasPicture),
    readCreators(content, hasPicture),
    readInfoPages(content, hasPicture),
    readShopWords(content),
    readTemplates(content),
  ])
  const goods = garments.flatMap(({ product }) => product ?? [])
  await readOffers(content, goods)
  const products = goods.map(({ id }) => id)
  const ids = garments.map(({ garment }) => garment.id)
  const slugs = pages.map(({ slug }) => slug)
  const categories = shop.categories.map(({ slug }) => slug)
  requirePages(content, slugs, categories)
  const place = `${content}/info/home.md`
  if (!products.includes(home.preorder.product)) {
    throw new ContentError(place, 'preorder.product', `沒有 ${home.preorder.product} 這件商品`)
  }
  const shared = sharePicture(home.hero.image).src
  if (hasPicture?.(shared) === false) {
    throw new ContentError(place, 'hero.image 的分享圖', `找不到圖片 public${shared}`)
  }
  if (home.scan && !ids.includes(home.scan.product)) {
    throw new ContentError(place, 'scan.product', `沒有 ${home.scan.product} 這一款`)
  }
  const known = new Set([
    ...FIXED_PAGES,
    ...products.map(productPath),
    ...ids.map(garmentPath),
    ...garments.flatMap(({ garment: { id, motif } }) => (motif ? [cameraPath(id)] : [])),
    ...garments.flatMap(({ garment: { gtin } }) => (gtin ? [digitalLinkPath(gtin)] : [])),
    ...articles.map(({ slug }) => articlePath(slug)),
    ...creators.map(({ slug }) => creatorPath(slug)),
    ...slugs.map(infoPath),
    ...categories.map(categoryPath),
  ])
  await requireMoved(content, known)
  const folders = await Promise.all(FOLDERS.map((folder) => readMarkdownFolder(content, folder)))
  const trade = await readTradeOf(content)
  for (const file of folders.flat()) {
    requireTargets(file, known, hasPicture)
    requireTrade(file, trade)
  }
}
