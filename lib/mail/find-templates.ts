import 'server-only'

import { z } from 'zod'

import {
  CONTENT,
  ContentError,
  type MarkdownFile,
  parseFrontMatter,
  readMarkdown,
  memoizePerBuild,
} from '../adapters/markdown/content-file.ts'
import { type Markdown, parseMarkdown } from '../adapters/markdown/mail-markdown.ts'
import { singleLineText } from '../site/plain-text.ts'
import { MAIL_KINDS, type MailKind } from './mail-kinds.ts'

/** The front matter of content/mails/{kind}.md. */
export const mailFrontMatterSchema = z.strictObject({
  subject: singleLineText(120).min(1, '不可空白'),
})

/** Pieces that several mails share: content/mails/{part}.md, without fields of their own. */
export const MAIL_PARTS = ['keep', 'signature'] as const

/** Values of the shop for every mail. */
const SHOP = [
  'brand',
  'company',
  'contact_email',
  'support_hours',
  'seller_tax_id',
  'seller_representative',
  'seller_address',
  'seller_phone',
  'payment_ways',
  'shop_url',
  'policy_url',
  'terms_url',
] as const

/** Values of the order for its mails. */
const ORDER = [
  'order_number',
  'name',
  'lines',
  'subtotal',
  'shipping',
  'total',
  'delivery',
  'placed_at',
  'paid_at',
  'method',
  'provider',
  'order_url',
] as const

/** Values of a mail about money that went back. */
const REFUND = ['refund_amount', 'refund_extent', 'refunded_total'] as const

/** What a mail about an invoice may say of it. */
const INVOICE = ['invoice_number', 'invoice_random', 'invoice_date', 'invoice_target'] as const

const MORE: Readonly<Record<MailKind, readonly string[]>> = {
  placed: ['pay_before', 'pay_url', 'held_until'],
  paid: [],
  shipped: ['carrier', 'tracking_number', 'tracking_url', 'shipped_at', 'exchanged_pieces'],
  refunded: REFUND,
  reversed: REFUND,
  'charged-back': REFUND,
  'won-back': REFUND,
  cancelled: ['cancelled_because'],
  'date-changed': ['moved_products', 'old_date', 'new_date', 'date_reason'],
  'out-of-stock': ['pay_before', 'pay_url'],
  'parcel-waiting': ['store', 'tracking_number', 'keep_until'],
  'store-closed': ['store', 'link_url'],
  'invoice-issued': INVOICE,
  'invoice-undone': [...INVOICE, 'undone_amount', 'undone_how'],
  unverified: ['order_number', 'pay_url'],
  breach: ['breach_data'],
  'owner-paid': ['owner_url'],
  'owner-review': ['owner_url', 'review_reason'],
  'owner-dispute': ['owner_url', 'dispute_id'],
  'owner-dispute-won': ['owner_url', 'dispute_id', 'dispute_next'],
  'owner-dispute-lost': ['owner_url', 'dispute_id', 'dispute_next'],
  'owner-refund': ['owner_url', ...REFUND],
  'owner-reversal': ['owner_url', ...REFUND],
  'owner-chargeback': ['owner_url', ...REFUND],
  'owner-won-back': ['owner_url', ...REFUND],
  'owner-refund-failed': ['owner_url', 'refund_amount'],
  'owner-undelivered': ['owner_url', 'order_number', 'undelivered', 'problem', 'created_at'],
  'owner-sweep': ['owner_url', 'failing_since', 'failed_orders'],
  'owner-sweep-late': ['owner_url', 'last_sweep', 'sweep_minutes'],
  'owner-holds': ['owner_url', 'held_product', 'held_pieces', 'all_pieces', 'unpaid_orders'],
  'owner-parcel': ['owner_url', 'parcel_number', 'parcel_news', 'parcel_words'],
  'owner-invoice': ['owner_url', 'invoice_news', 'invoice_words'],
  'owner-invoice-numbers': ['owner_url', 'numbers_news', 'numbers_left'],
  'owner-security': ['owner_url', 'security_event', 'security_who', 'security_at'],
  'owner-low-stock': ['owner_url', 'low_product', 'pieces_left'],
  'owner-joined': [
    'owner_url',
    'applicant',
    'applicant_email',
    'applicant_link',
    'applicant_words',
  ],
  'join-confirm': ['confirm_url'],
  'join-received': ['applicant'],
  'stock-alert-confirm': ['product_title', 'alert_size', 'confirm_url'],
  'back-in-stock': ['product_title', 'alert_size', 'product_url'],
}

const WITHOUT_ORDER: ReadonlySet<MailKind> = new Set([
  'unverified',
  'breach',
  'owner-undelivered',
  'owner-sweep',
  'owner-sweep-late',
  'owner-holds',
  'owner-invoice-numbers',
  'owner-security',
  'owner-low-stock',
  'owner-joined',
  'join-confirm',
  'join-received',
  'stock-alert-confirm',
  'back-in-stock',
])

/** The placeholders that a mail may use, written {so}. */
export function placeholdersOf(kind: MailKind): ReadonlySet<string> {
  const order = WITHOUT_ORDER.has(kind) ? [] : ORDER
  return new Set([...SHOP, ...order, ...MORE[kind], ...MAIL_PARTS])
}

/** The placeholders that a shared part may use: those that every mail of an order has. */
const PART_PLACEHOLDERS: ReadonlySet<string> = new Set([...SHOP, ...ORDER])

/** A placeholder, as the owner writes it. */
export const PLACEHOLDER = /\{([^{}]*)\}/g

/** The placeholders in a text, by name. */
export function placeholdersIn(text: string): readonly string[] {
  return [...text.matchAll(PLACEHOLDER)].map(([, name]) => name ?? '')
}

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

async function readMail(content: string, kind: MailKind): Promise<Template> {
  const file = await readMarkdown(content, `mails/${kind}.md`)
  const { subject } = parseFrontMatter(mailFrontMatterSchema, file)
  const known = placeholdersOf(kind)
  requireKnown(file, 'subject', { text: subject, known })
  requireKnown(file, '內文', { text: file.body, known })
  return { subject, body: parseMarkdown(file.body) }
}

async function readPart(content: string, part: string): Promise<Markdown> {
  const file = await readMarkdown(content, `mails/${part}.md`)
  parseFrontMatter(z.strictObject({}), file)
  requireKnown(file, '內文', { text: file.body, known: PART_PLACEHOLDERS })
  return parseMarkdown(file.body)
}

/** Reads the words of every mail of a content folder; throws ContentError for one that is missing or names what there is not. */
export async function readTemplates(content: string): Promise<Templates> {
  const mails = await Promise.all(
    MAIL_KINDS.map(async (kind) => [kind, await readMail(content, kind)] as const),
  )
  const parts = await Promise.all(
    MAIL_PARTS.map(async (part) => [part, await readPart(content, part)] as const),
  )
  return { mails: new Map(mails), parts: new Map(parts) }
}

/** The words of this shop's mails. */
export const findTemplates = memoizePerBuild(() => readTemplates(CONTENT))
