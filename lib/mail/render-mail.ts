import 'server-only'

import { z } from 'zod'

import {
  CONTENT,
  ContentError,
  htmlOf,
  type Markdown,
  type MarkdownFile,
  memoizePerBuild,
  parseFrontMatter,
  parseMarkdown,
  readMarkdown,
  textOf,
} from '#lib/adapters/markdown/content-file.ts'
import type { Message } from '#lib/adapters/smtp/send.ts'
import { BRAND, LANGUAGE } from '#lib/company/company.ts'
import type { Trade } from '#lib/company/trade-schema.ts'
import { returnAddress, tradeText } from '#lib/content/content-flags.ts'
import { findMotif } from '#lib/garment/motif.ts'
import { drawnHalfSchema } from '#lib/half/drawn-half-schema.ts'
import { type DrawnHalf, halfShapes, motifSheet } from '#lib/half/half-drawing.ts'
import { METHOD_NAMES, PROVIDER_TITLES, USUAL_TITLE } from '#lib/payment/method-titles.ts'
import { type PaymentMethod, providerOf } from '#lib/payment/methods.ts'
import { OWNER_PATHS, ownerOrderPath } from '#lib/routes/owner-paths.ts'
import { orderPath, PATHS, paymentPath } from '#lib/routes/paths.ts'
import { withPlainBlanks } from '#lib/text/no-break.ts'
import { toSingleLine } from '#lib/text/plain-text.ts'
import { singleLineText } from '#lib/text/text-schemas.ts'
import type { Mail } from './mail.ts'
import {
  MAIL_KINDS,
  MAIL_PARTS,
  type MailValues,
  PART_PLACEHOLDERS,
  PLACEHOLDER,
  placeholdersIn,
  placeholdersOf,
} from './placeholders.ts'

/** Subject, text and HTML of a mail. */
export type MailContent = Pick<Message, 'subject' | 'text' | 'html'>

/** Values of the shop: its address, its trade, and the payment methods. */
export type MailShop = {
  readonly site: string
  readonly trade: Trade
  readonly methods: readonly PaymentMethod[]
  /** Path with the signed link to the order, or undefined if the mail may not show it. */
  readonly view?: string | undefined
  /** Path with the signed link by which the buyer names the account for a refund. */
  readonly account?: string | undefined
}

// The payment methods by who handles them, PayPal's first; a method that is named as its provider is said once.
function waysText(methods: readonly PaymentMethod[]): string {
  const providers = Map.groupBy(methods, (method) => PROVIDER_TITLES[providerOf(method)])
  const others = [...providers].flatMap(([provider, own]) => {
    if (provider === USUAL_TITLE) return []
    const names = own.map((method) => METHOD_NAMES[method]).join('、')
    return names === provider ? `；或 ${names}` : `；或${names}，由${provider}處理`
  })
  const usual = methods.includes('card') ? '信用卡或 PayPal，由 PayPal 處理' : USUAL_TITLE
  return `${usual}${others.join('')}`
}

function shopValues(
  { site, trade, methods, view, account }: MailShop,
  order: string | undefined,
): MailValues {
  const at = (path: string) => new URL(path, site).href
  const { sender } = trade
  return {
    ...tradeText(trade),
    brand: BRAND,
    seller_tax_id: trade.tax_id,
    seller_representative: trade.representative,
    seller_address: trade.address,
    seller_phone: trade.phone,
    return_name: sender.name || trade.company,
    return_address: returnAddress(trade),
    return_phone: sender.phone || trade.phone,
    payment_ways: waysText(methods),
    // Written before another one existed.
    provider: USUAL_TITLE,
    shop_url: at(PATHS.home),
    policy_url: at(PATHS.policy),
    terms_url: at(PATHS.terms),
    ...(order === undefined
      ? { owner_url: at(OWNER_PATHS.today) }
      : {
          order_url: at(orderPath(order)),
          pay_url: at(paymentPath(order)),
          view_url: view === undefined ? '' : at(view),
          account_url: account === undefined ? '' : at(account),
          owner_url: at(ownerOrderPath(order)),
        }),
  }
}

function fillPlaceholders(text: string, values: MailValues): string {
  return text.replaceAll(PLACEHOLDER, (_all, name: string) => values[name] ?? '')
}

// The parser writes the braces of an address as %7B and %7D.
const address = (url: string) => url.replaceAll('%7B', '{').replaceAll('%7D', '}')

function isMissing(unit: Markdown, values: MailValues): boolean {
  const { value = '', url = '' } = unit
  return (
    placeholdersIn(value + address(url)).some((name) => (values[name] ?? '') === '') ||
    childrenOf(unit).some((markdown) => isMissing(markdown, values))
  )
}

const childrenOf = ({ children = [] }: Markdown) => children

type Filling = { readonly values: MailValues; readonly parts: Templates['parts'] }

// A paragraph that is nothing but one placeholder may become a shared part, or a list.
function blockFor(unit: Markdown, { values, parts }: Filling): readonly Markdown[] | undefined {
  const [only, ...more] = childrenOf(unit)
  const name = /^\{(\w+)\}$/.exec(only?.value ?? '')?.[1]
  if (unit.type !== 'paragraph' || more.length > 0 || name === undefined) return undefined
  const part = parts.get(name)
  if (part) return childrenOf(fill(part, { values, parts }))
  if (name !== 'lines') return undefined
  const lines = values.lines?.split('\n').filter(Boolean) ?? []
  const items = lines.map((value) => {
    const paragraph = { type: 'paragraph', children: [{ type: 'text', value }] }
    return { type: 'listItem', children: [paragraph] }
  })
  return [{ type: 'list', children: items }]
}

const LEFT_OUT = new Set(['paragraph', 'heading', 'listItem'])

// Values are text, never markdown: nothing that a shopper typed becomes a link or a heading.
function fill(unit: Markdown, filling: Filling): Markdown {
  const { values } = filling
  const children = childrenOf(unit).flatMap((child) => {
    const block = blockFor(child, filling)
    if (block) return block
    return LEFT_OUT.has(child.type) && isMissing(child, values) ? [] : [fill(child, filling)]
  })
  return {
    ...unit,
    ...(unit.value === undefined ? {} : { value: fillPlaceholders(unit.value, values) }),
    ...(unit.url === undefined ? {} : { url: fillPlaceholders(address(unit.url), values) }),
    ...(unit.children === undefined ? {} : { children }),
  }
}

const STYLE = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:24px 16px;background:#faf8f4;color:#1d1b18;font:16px/1.8 'PingFang TC','Noto Sans TC','Noto Sans CJK TC','Microsoft JhengHei',sans-serif;overflow-wrap:anywhere}
main{max-width:560px;margin:0 auto}
.brand{margin:0 0 24px;font-weight:600;letter-spacing:.04em}
h2{margin:32px 0 8px;padding-top:16px;border-top:1px solid #e4ded3;font-size:17px}
p{margin:0 0 16px}ul{margin:0 0 16px;padding-left:20px}li{margin:4px 0}li p{margin:0}p,li{text-wrap:pretty}
a{color:#95340f}.button a{display:inline-block;padding:8px 20px;border:1px solid;border-radius:4px;text-decoration:none}hr{margin:32px 0 16px;border:0;border-top:1px solid #e4ded3}
@media (prefers-color-scheme:dark){body{background:#1d1b18;color:#f3efe7}h2,hr{border-color:#4a453d}a{color:#f0a17f}}
`

/** Words as HTML shows them. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

// The line that stops, drawn in the mail itself, since a mail loads nothing; a reader that shows no SVG leaves it out.
// An order with the half that its buyer drew shows both.
function headOf(drawn: DrawnHalf | undefined): string {
  return `${drawn ? drawnHead(drawn) : lineHead()}<p class="brand">${BRAND}</p>`
}

function lineHead(): string {
  const { viewBox, outline, color } = findMotif('ridge')
  return `<svg viewBox="${viewBox}" width="96" height="40" aria-hidden="true"><path d="${outline}" fill="${color}"/></svg>`
}

function drawnHead(drawn: DrawnHalf): string {
  const { width, height } = motifSheet(drawn.motif)
  const shown = Math.round((width * 100) / height)
  return `<svg viewBox="0 0 ${width} ${height}" width="${shown}" height="100" aria-hidden="true">${halfShapes(drawn)}</svg>`
}

function drawnHalf({ drawn_half: text = '' }: MailValues): DrawnHalf | undefined {
  const [motif, ...points] = text.split(' ')
  return drawnHalfSchema.safeParse({ motif, half: points.join(' ') }).data
}

function pageOf(subject: string, body: string, drawn: DrawnHalf | undefined): string {
  return `<!doctype html><html lang="${LANGUAGE}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title><style>${STYLE}</style></head>
<body><main>${headOf(drawn)}
${body}
</main></body></html>
`
}

/** A mail in the owner's words, with what was true at its event. It loads nothing from anywhere. */
export function renderMail(
  { kind, order, values: own = {} }: Pick<Mail, 'kind' | 'order' | 'values'>,
  { mails, parts }: Templates,
  shop: MailShop,
): MailContent {
  const template = mails.get(kind)
  if (!template) throw new Error(`No mail template for ${kind}`)
  const { link_path: path } = own
  // A link with a secret is stored as a path.
  const link: MailValues = path === undefined ? {} : { link_url: new URL(path, shop.site).href }
  const values = { ...shopValues(shop, order), ...link, ...own }
  const subject = toSingleLine(withPlainBlanks(fillPlaceholders(template.subject, values)))
  const body = fill(template.body, { values, parts })
  return {
    subject,
    text: `${withPlainBlanks(textOf(body))}\n`,
    html: pageOf(subject, htmlOf(body), drawnHalf(values)),
  }
}

/** The front matter of content/mails/{kind}.md. */
export const mailFrontMatterSchema = z.strictObject({
  subject: singleLineText(120).min(1, '不可空白'),
})

/** The words of a mail, as the owner wrote them. */
export type Template = { readonly subject: string; readonly body: Markdown }

/** The words of every mail, and of the parts that they share. */
export type Templates = {
  readonly mails: ReadonlyMap<string, Template>
  readonly parts: ReadonlyMap<string, Markdown>
}

function requireKnown(
  file: MarkdownFile,
  field: string,
  { text, known }: { readonly text: string; readonly known: ReadonlySet<string> },
): void {
  const unknown = placeholdersIn(text).filter((name) => !known.has(name))
  if (unknown.length === 0) return
  throw new ContentError(file.path, field, `沒有 {${unknown.join('}、{')}} 這個欄位`)
}

/** Reads the words of every mail of a content folder; throws ContentError for one that is missing or names what there is not. */
export async function readTemplates(content: string): Promise<Templates> {
  const mails = await Promise.all(
    MAIL_KINDS.map(async (kind) => {
      const file = await readMarkdown(content, `mails/${kind}.md`)
      const { subject } = parseFrontMatter(mailFrontMatterSchema, file)
      const known = placeholdersOf(kind)
      requireKnown(file, 'subject', { text: subject, known })
      requireKnown(file, '內文', { text: file.body, known })
      return [kind, { subject, body: parseMarkdown(file.body) }] as const
    }),
  )
  const parts = await Promise.all(
    MAIL_PARTS.map(async (part) => {
      const file = await readMarkdown(content, `mails/${part}.md`)
      parseFrontMatter(z.strictObject({}), file)
      requireKnown(file, '內文', { text: file.body, known: PART_PLACEHOLDERS })
      return [part, parseMarkdown(file.body)] as const
    }),
  )
  return { mails: new Map(mails), parts: new Map(parts) }
}

/** The words of this shop's mails. */
export const findTemplates = memoizePerBuild(() => readTemplates(CONTENT))
