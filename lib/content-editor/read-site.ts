import 'server-only'

import {
  BUILD_PICTURES,
  CONTENT,
  ContentError,
  type PictureCheck,
  type Markdown,
  type MarkdownFile,
  parseFrontMatter,
  parseMarkdown,
  readMarkdownFolder,
  readTradeOf,
} from '#lib/adapters/markdown/content-file.ts'
import { readArticles } from '#lib/blog/article.ts'
import {
  CHANGE_HOURS,
  DATA_DELETION_WORKING_DAYS,
  FACTS_CANCEL_DAYS,
  HANDLING_DAYS,
  MAILED_LINK_DAYS,
  PATENT,
  REFUND_ACCOUNT_DAYS,
  REFUND_WORKING_DAYS,
  RETURN_DAYS,
} from '#lib/company/company.ts'
import type { PublicTrade, Trade } from '#lib/company/trade-schema.ts'
import { TRADE } from '#lib/company/trade.ts'
import { PROSE_DAYS, tradeText, withSaleText } from '#lib/content/content-flags.ts'
import { readInfoPages, readShopText } from '#lib/content/find-pages.ts'
import { movedProblem, movedSchema } from '#lib/content/moved.ts'
import { readCreators } from '#lib/creator/creator.ts'
import { readGarments } from '#lib/garment/find-garments.ts'
import { readTemplates } from '#lib/mail/render-mail.ts'
import { readOffers } from '#lib/offer/offer.ts'
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
} from '#lib/routes/paths.ts'
import { SHOP_ROUTES } from '#lib/routes/shop-routes.ts'
import { withPlainBlanks } from '#lib/text/no-break.ts'
import { formatDay } from '#lib/time/taipei-time.ts'

/** Patterns of figures by kind. */
const WRITTEN = {
  amount: /NT\$ ?[\d,]+/gu,
  workingDays: /\d+(?:[–~-]\d+)? ?個?工作[天日]/gu,
  days: /\d+(?:[–~-]\d+)? ?(?:天|日內)/gu,
  hours: /\d+ ?個?小時/gu,
  units: /\d+ ?件/gu,
  clock: /週.至週. \d\d:\d\d[–~-]\d\d:\d\d|\d\d:\d\d/gu,
  patent: /M\d{5,}/gu,
  day: /\d{4} ?年 ?\d+ ?月 ?\d+ ?日/gu,
} as const
type Kind = keyof typeof WRITTEN

/** A figure that pages may state: in a clause about this, exactly so; `name` in braces writes it. */
type FigurePromise = {
  readonly kind: Kind
  readonly about: RegExp
  readonly says: string
  readonly name?: string
}

// What the owner decides in content/info/trade.md. Each clause about it is one of these, whatever it says.
function tradePromises(trade: PublicTrade): readonly FigurePromise[] {
  const { delivery_fee, free_delivery_from, most_pieces, support_hours } = tradeText(trade)
  const limit = { kind: 'amount', about: /免運/u, says: free_delivery_from } as const
  const fee = { kind: 'amount', says: delivery_fee, name: 'delivery_fee' } as const
  return [
    { ...limit, name: 'free_delivery_from' },
    { ...fee, about: /未滿/u },
    { ...fee, about: /(?<!免)運費/u },
    {
      kind: 'units',
      about: /(?:每筆|每款|每人|一次|同款).*最多/u,
      says: `${most_pieces} 件`,
      name: 'most_pieces',
    },
    { kind: 'clock', about: /客服/u, says: support_hours, name: 'support_hours' },
  ]
}

/** Every figure of delivery, return, support and patent, as the pages must write it. */
function allPromises(trade: PublicTrade): readonly FigurePromise[] {
  return [
    ...tradePromises(trade),
    {
      kind: 'workingDays',
      about: /現貨/u,
      says: `${HANDLING_DAYS.from}–${HANDLING_DAYS.to} 個工作天`,
    },
    { kind: 'workingDays', about: /退款|換貨/u, says: `${REFUND_WORKING_DAYS} 個工作天` },
    { kind: 'workingDays', about: /身分/u, says: `${DATA_DELETION_WORKING_DAYS} 個工作天` },
    { kind: 'days', about: /收到|猶豫期/u, says: `${RETURN_DAYS} 天` },
    { kind: 'days', about: /公布後/u, says: `${FACTS_CANCEL_DAYS} 天` },
    { kind: 'days', about: /連結/u, says: `${MAILED_LINK_DAYS} 天` },
    { kind: 'days', about: /退款帳戶/u, says: `${REFUND_ACCOUNT_DAYS} 天` },
    { kind: 'hours', about: /訂單成立|超過/u, says: `${CHANGE_HOURS} 小時` },
    { kind: 'clock', about: /./u, says: trade.hours },
    { kind: 'patent', about: /./u, says: PATENT.number },
    { kind: 'day', about: /公告日/u, says: formatDay(PATENT.announced) },
  ]
}

/** A figure that no promise of the shop vouches for, with its clause. */
export type StrayFigure = { readonly figure: string; readonly clause: string }

const clausesOf = (text: string) => withPlainBlanks(text).split(/[，。；、！？\n]/u)

const plain = (figure: string) => figure.replaceAll(' ', '')

// The figures of a kind in a clause that none of the promises about it states.
function unvouched(clause: string, kind: Kind, promises: readonly FigurePromise[]): string[] {
  const said = promises.flatMap((promise) =>
    promise.kind === kind && promise.about.test(clause) ? [withPlainBlanks(promise.says)] : [],
  )
  // Hours may be written in any words, of which the pattern knows parts.
  const rest =
    kind === 'clock' ? said.reduce((left, hours) => left.replace(hours, ''), clause) : clause
  const figures = [...(rest.match(WRITTEN[kind]) ?? [])]
  return figures.filter((figure) => !said.some((one) => plain(one) === plain(figure)))
}

/** Every figure of a kind watched here that disagrees with the shop's own, or that none of them is about. */
export function findStrayFigures(text: string, trade: PublicTrade = TRADE): readonly StrayFigure[] {
  const promises = allPromises(trade)
  const kinds = [...new Set(promises.map(({ kind }) => kind))]
  return clausesOf(text).flatMap((clause) =>
    kinds
      .flatMap((kind) => unvouched(clause, kind, promises))
      .map((figure) => ({ figure, clause: clause.trim() })),
  )
}

/** A figure that says another thing than the trade, what the trade says, and the name in braces that writes it. */
export type TradeContradiction = {
  readonly figure: string
  readonly says: string
  readonly name: string
}

/** The first figure of a text about delivery, units or support hours that contradicts the trade. */
export function findTradeContradiction(
  text: string,
  trade: PublicTrade,
): TradeContradiction | undefined {
  const promises = tradePromises(trade)
  for (const clause of clausesOf(text)) {
    for (const { kind, about, says, name = '' } of promises) {
      const [figure] = about.test(clause) ? unvouched(clause, kind, promises) : []
      if (figure !== undefined) return { figure, says, name }
    }
  }
  return undefined
}

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

function* unitsOf(unit: Markdown): Generator<Markdown> {
  yield unit
  for (const child of unit.children ?? []) yield* unitsOf(child)
}

type Targets = { readonly pictures: readonly FieldText[]; readonly links: readonly FieldText[] }

function targetsIn(file: MarkdownFile): Targets {
  const texts = textsIn(file.frontMatter)
  const pictures = texts.filter(({ text }) => text.startsWith('/images/'))
  const links = texts.filter(({ field }) => /(?:^|\.)href$/.test(field))
  const found = { pictures: [...pictures], links: [...links] }
  // Answers of questions are markdown, as is the body; all other fields are plain text.
  const answers = texts.filter(({ field }) => field.endsWith('.answer'))
  const body = { field: '內文', text: withSaleText(file.body) }
  // Without a bracket there is neither a link nor a picture.
  const markdown = [...answers, body].filter(({ text }) => text.includes('['))
  for (const { field, text } of markdown) {
    for (const { type, url = '', alt } of unitsOf(parseMarkdown(text))) {
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

/** Every rule of one file: its pictures are there and told as text, its links lead to a page. */
function requireTargets(
  file: MarkdownFile,
  pages: ReadonlySet<string>,
  checkPicture: PictureCheck | undefined,
): void {
  const { pictures, links } = targetsIn(file)
  for (const { field, text } of pictures) {
    const problem = checkPicture?.(text)
    if (problem !== undefined) throw new ContentError(file.path, field, problem)
  }
  const isThere = (to: string) => {
    const path = pathOf(to).replace(/(?<=.)\/$/, '')
    return pages.has(path) || (path.startsWith('/images/') && checkPicture?.(path) === undefined)
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
    if (wrong) {
      const { figure, says, name } = wrong
      const right = says === '' ? '現在沒有這個數字' : `是 ${says}`
      const label = `寫著 ${figure}，但「店的資料與數字」${right}；請寫 {${name}}，數字會跟著改`
      throw new ContentError(file.path, field, label)
    }
    // A mail's names are its own (lib/mail/send-mails.ts).
    if (file.path.includes('/mails/')) continue
    const stray = [...text.matchAll(named)].find(
      ([, name]) => !PROSE_DAYS.some((day) => day === name && file.path.includes('/products/')),
    )
    if (stray) throw new ContentError(file.path, field, `沒有 ${stray[0]} 這個名稱`)
  }
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
 * pictures and of links. `checkPicture` says which pictures it can show. Throws ContentError.
 */
export async function readSite(
  content = CONTENT,
  checkPicture: PictureCheck | undefined = BUILD_PICTURES,
): Promise<void> {
  const [garments, articles, creators, pages, { home, shop }] = await Promise.all([
    readGarments(content, checkPicture),
    readArticles(content, checkPicture),
    readCreators(content, checkPicture),
    readInfoPages(content, checkPicture),
    readShopText(content),
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
    requireTargets(file, known, checkPicture)
    requireTrade(file, trade)
  }
}
