import { z } from 'zod'

import { lineSchema } from '../site/plain-text.ts'
import type { MailKind } from './mail.ts'

/** The front matter of content/mails/{kind}.md. */
export const mailFrontMatterSchema = z.strictObject({
  subject: lineSchema(120).min(1, '不可空白'),
})

/** Pieces that several mails share: content/mails/{part}.md, without fields of their own. */
export const MAIL_PARTS = ['keep', 'signature'] as const

/** What every mail may say of the shop. */
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

/** What every mail about an order may say of it. */
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

const MORE: Readonly<Record<MailKind, readonly string[]>> = {
  placed: ['pay_before', 'pay_url'],
  paid: [],
  shipped: ['carrier', 'tracking_number', 'tracking_url', 'shipped_at', 'exchanged_pieces'],
  refunded: ['refund_amount', 'refund_extent', 'refunded_total'],
  cancelled: ['cancelled_because'],
  'date-changed': ['moved_products', 'old_date', 'new_date', 'date_reason'],
  'owner-paid': ['owner_url'],
  'owner-review': ['owner_url', 'review_reason'],
  'owner-dispute': ['owner_url', 'dispute_id', 'dispute_state'],
  'owner-refund': ['owner_url', 'refund_amount', 'refund_extent', 'refunded_total'],
  'owner-undelivered': ['owner_url', 'order_number', 'undelivered', 'problem', 'created_at'],
  'owner-sweep': ['owner_url', 'failing_since', 'failed_orders'],
}

const WITHOUT_ORDER: ReadonlySet<MailKind> = new Set(['owner-undelivered', 'owner-sweep'])

/** The placeholders that a mail may use, written {so}. */
export function placeholdersOf(kind: MailKind): ReadonlySet<string> {
  const order = WITHOUT_ORDER.has(kind) ? [] : ORDER
  return new Set([...SHOP, ...order, ...MORE[kind], ...MAIL_PARTS])
}

/** The placeholders that a shared part may use: those that every mail of an order has. */
export const PART_PLACEHOLDERS: ReadonlySet<string> = new Set([...SHOP, ...ORDER])

/** A placeholder, as the owner writes it. */
export const PLACEHOLDER = /\{([^{}]*)\}/g

/** The placeholders in a text, by name. */
export function placeholdersIn(text: string): readonly string[] {
  return [...text.matchAll(PLACEHOLDER)].map(([, name]) => name ?? '')
}
