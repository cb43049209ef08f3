/** Units that several mails share: content/mails/{part}.md, without fields of their own. */
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
  'return_name',
  'return_address',
  'return_phone',
  'delivery_fee',
  'free_delivery_from',
  'delivery_terms',
  'free_delivery',
  'most_pieces',
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
  'reductions',
  'shipping',
  'total',
  'delivery',
  'invoice_target',
  'placed_at',
  'paid_at',
  'method',
  'provider',
  'order_url',
  'view_url',
  'cancel_right',
  'changeable',
  'closing',
  'half_note',
] as const

/** Values of a mail about money that went back. */
const REFUND = ['refund_amount', 'refund_extent', 'refunded_total'] as const

/** Placeholders about an invoice. */
const INVOICE = ['invoice_number', 'invoice_random', 'invoice_date'] as const

/** Placeholders about a number that the buyer pays. */
const NUMBER = [
  'pay_url',
  'number_name',
  'number_act',
  'number_bank',
  'number_digits',
  'number_url',
  'number_until',
  'held_until',
] as const

const MORE: Readonly<Record<MailKind, readonly string[]>> = {
  placed: ['pay_before', 'pay_url', 'held_until', 'not_held'],
  paid: [],
  shipped: ['carrier', 'tracking_number', 'tracking_url', 'shipped_at', 'exchanged_pieces'],
  refunded: [...REFUND, 'refund_way', 'refund_arrival'],
  reversed: REFUND,
  'charged-back': REFUND,
  'won-back': REFUND,
  'refund-account': ['refund_amount', 'account_note', 'account_url', 'owed_until'],
  'refund-account-given': ['refund_amount', 'owed_until'],
  cancelled: ['cancelled_because', 'number_over'],
  'date-changed': ['moved_products', 'old_date', 'new_date', 'date_reason'],
  'goods-arrived': ['arrived_products', 'handling'],
  'facts-published': ['facts_product'],
  'facts-day-changed': ['facts_product', 'old_date', 'new_date', 'date_reason'],
  'cancel-requested': ['refund_way'],
  'out-of-stock': ['pay_before', 'pay_url'],
  'payment-pending': [],
  'payment-denied': [],
  'payment-reminder': ['pay_before', 'pay_url'],
  'payment-number': NUMBER,
  'payment-number-reminder': NUMBER,
  'payment-number-expired': NUMBER,
  'order-changed': ['old_pieces', 'removed_amount', 'refund_way', 'old_delivery'],
  'return-requested': ['return_pieces', 'return_reason'],
  'return-accepted': ['return_pieces', 'return_answer'],
  'return-refused': ['return_pieces', 'return_answer'],
  'return-received': ['return_pieces', 'return_answer'],
  'parcel-waiting': ['store', 'tracking_number', 'keep_until'],
  'store-closed': ['store', 'link_url'],
  'parcel-unclaimed': ['parcel_problem'],
  'parcel-back': ['store', 'link_url'],
  'invoice-issued': [...INVOICE, 'invoice_replaces'],
  'invoice-undone': [...INVOICE, 'undone_amount', 'undone_how'],
  unverified: ['order_number', 'pay_url'],
  'data-requested': ['data_request'],
  'data-done': ['data_request', 'data_outcome'],
  breach: ['breach_data'],
  'owner-paid': ['owner_url'],
  'owner-paid-many': ['owner_url', 'order_count', 'lines'],
  'owner-review': ['owner_url', 'review_reason'],
  'owner-dispute': ['owner_url', 'dispute_id', 'dispute_reason', 'respond_by', 'dispute_url'],
  'owner-dispute-won': ['owner_url', 'dispute_id', 'dispute_next'],
  'owner-dispute-lost': ['owner_url', 'dispute_id', 'dispute_next', 'invoice_stays'],
  'owner-refund': ['owner_url', ...REFUND],
  'owner-reversal': ['owner_url', 'invoice_stays', ...REFUND],
  'owner-chargeback': ['owner_url', 'invoice_stays', ...REFUND],
  'owner-won-back': ['owner_url', ...REFUND],
  'owner-refund-failed': ['owner_url', 'refund_amount'],
  'owner-refund-unclear': ['owner_url', 'refund_amount'],
  'owner-refund-account': ['owner_url', 'refund_amount', 'owed_until'],
  'owner-refund-owed': ['owner_url', 'refund_amount', 'owed_days', 'owed_until'],
  'owner-cancel': ['owner_url'],
  'owner-return': ['owner_url', 'return_pieces', 'return_reason', 'return_contact'],
  'owner-data-request': ['owner_url', 'data_request'],
  'owner-undelivered': ['owner_url', 'order_number', 'undelivered', 'problem', 'created_at'],
  'owner-sweep': ['owner_url', 'failing_since', 'failed_orders'],
  'owner-sweep-late': ['owner_url', 'last_sweep', 'sweep_minutes'],
  'owner-holds': ['owner_url', 'held_product', 'held_pieces', 'all_pieces', 'unpaid_orders'],
  'owner-parcel': ['owner_url', 'parcel_number', 'parcel_title', 'parcel_news', 'parcel_words'],
  'owner-invoice': ['owner_url', 'invoice_news', 'invoice_words'],
  'owner-invoice-numbers': ['owner_url', 'numbers_news', 'numbers_left'],
  'owner-security': ['owner_url', 'security_event', 'security_who', 'security_at'],
  'owner-low-stock': ['owner_url', 'low_product', 'pieces_left'],
  'owner-day': ['owner_url', 'product_title', 'day_subject', 'day', 'day_meaning', 'day_choices'],
  'owner-counts': ['owner_url', 'count_words'],
  'owner-joined': [
    'owner_url',
    'applicant',
    'applicant_email',
    'applicant_link',
    'applicant_words',
  ],
  'join-confirm': ['confirm_url'],
  'join-received': ['applicant'],
  'half-confirm': ['half_url'],
  'half-received': ['half_url'],
  'half-shown': ['half_url'],
  'stock-alert-confirm': ['product_title', 'alert_size', 'confirm_url'],
  'back-in-stock': ['product_title', 'alert_size', 'product_url'],
}

const WITHOUT_ORDER: ReadonlySet<MailKind> = new Set([
  'data-requested',
  'data-done',
  'owner-data-request',
  'unverified',
  'breach',
  'owner-paid-many',
  'owner-undelivered',
  'owner-sweep',
  'owner-sweep-late',
  'owner-holds',
  'owner-invoice-numbers',
  'owner-security',
  'owner-low-stock',
  'owner-day',
  'owner-counts',
  'owner-joined',
  'join-confirm',
  'join-received',
  'half-confirm',
  'half-received',
  'half-shown',
  'stock-alert-confirm',
  'back-in-stock',
])

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

/** The mails to shoppers, and those to the owner; each has its words in content/mails. */
export const SHOPPER_MAILS = [
  'placed',
  'paid',
  'shipped',
  'refunded',
  'reversed',
  'charged-back',
  'won-back',
  'refund-account',
  'refund-account-given',
  'cancelled',
  'date-changed',
  'goods-arrived',
  'facts-published',
  'facts-day-changed',
  'cancel-requested',
  'out-of-stock',
  'payment-pending',
  'payment-denied',
  'payment-reminder',
  'payment-number',
  'payment-number-reminder',
  'payment-number-expired',
  'order-changed',
  'return-requested',
  'return-accepted',
  'return-refused',
  'return-received',
  'parcel-waiting',
  'store-closed',
  'parcel-unclaimed',
  'parcel-back',
  'invoice-issued',
  'invoice-undone',
] as const
export const OWNER_MAILS = [
  'owner-paid',
  'owner-paid-many',
  'owner-review',
  'owner-dispute',
  'owner-dispute-won',
  'owner-dispute-lost',
  'owner-refund',
  'owner-reversal',
  'owner-chargeback',
  'owner-won-back',
  'owner-refund-failed',
  'owner-refund-unclear',
  'owner-refund-account',
  'owner-refund-owed',
  'owner-return',
  'owner-cancel',
  'owner-data-request',
  'owner-undelivered',
  'owner-sweep',
  'owner-sweep-late',
  'owner-holds',
  'owner-parcel',
  'owner-invoice',
  'owner-invoice-numbers',
  'owner-low-stock',
  'owner-day',
  'owner-counts',
  'owner-security',
  'owner-joined',
] as const
/** The mails to somebody who wrote on /join. */
const JOIN_MAILS = ['join-confirm', 'join-received'] as const
/** The mails to somebody who gave a half. */
const HALF_MAILS = ['half-confirm', 'half-received', 'half-shown'] as const
/** The mails to somebody who waits for a size. */
const ALERT_MAILS = ['stock-alert-confirm', 'back-in-stock'] as const
/** Mails to an unverified address, before a payment. */
const UNVERIFIED_MAILS = ['unverified'] as const
/** The mails about a member's request for a copy of their data, or its erasure. */
const DATA_MAILS = ['data-requested', 'data-done'] as const
/** Mails to members affected by a data breach (docs/breach.zh-Hant.md). */
const BREACH_MAILS = ['breach'] as const
export const MAIL_KINDS = [
  ...SHOPPER_MAILS,
  ...OWNER_MAILS,
  ...JOIN_MAILS,
  ...HALF_MAILS,
  ...ALERT_MAILS,
  ...UNVERIFIED_MAILS,
  ...DATA_MAILS,
  ...BREACH_MAILS,
] as const

/** Subject of a mail. */
export type MailKind = (typeof MAIL_KINDS)[number]

/** The texts that stand for the placeholders of a mail, as they were true at its event; an empty one leaves its line out. */
export type MailValues = Readonly<Record<string, string>>
