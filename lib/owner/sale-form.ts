import { EMPTY_RECIPIENT, type Recipient, type RecipientField } from '#lib/delivery/recipient.ts'
import {
  EMPTY_INVOICE,
  type Invoice,
  INVOICE_FIELDS,
  type InvoiceField,
  invoiceOf,
  invoiceProblems,
  MANUAL_INVOICE_KINDS,
  type ManualInvoiceKind,
  typedInvoice,
} from '#lib/invoice/typed-invoice.ts'
import type { OrderedLine } from '#lib/order/order-request.ts'
import type { OfferedLine, OfferTerms } from '#lib/price/offers.ts'
import type { Product } from '#lib/product/product.ts'
import { SIZES } from '#lib/product/sizes.ts'
import { pastedText } from '#lib/text/plain-text.ts'
import { type PricedSale, priceSale } from './price-sale.ts'

/** The fields of a sale by hand as they are typed and sent, by name. */
export type SaleFields = Readonly<Record<string, string>>

/**
 * The name of the field for the units of a product in a colour and a size. It says which by their own
 * names: a sale that waited for the net meets another catalogue, in another order.
 */
export function unitsField(product: string, color: string, size: string): string {
  return `units-${product}-${color}-${size}`
}

/** The name of the field for what a unit of a product costs in this sale. */
export function priceField(product: string): string {
  return `price-${product}`
}

type Typed = OrderedLine & { readonly field: string }

// What is typed for every product, colour and size; NaN if it is no number of units.
function typedLines(
  fields: SaleFields,
  products: readonly Pick<Product, 'id' | 'colors'>[],
): readonly Typed[] {
  return products.flatMap(({ id, colors }) =>
    colors.flatMap(({ name: color }) =>
      SIZES.map((size) => {
        const field = unitsField(id, color, size)
        return { id, color, size, field, quantity: typedAmount(fields[field]) ?? 0 }
      }),
    ),
  )
}

/** The lines that the fields of a form name, of these products. */
export function linesIn(
  fields: SaleFields,
  products: readonly Pick<Product, 'id' | 'colors'>[],
): readonly OrderedLine[] {
  return typedLines(fields, products)
    .filter(({ quantity }) => quantity > 0)
    .map(({ field: _field, ...line }) => line)
}

/** The fields for units in which something else is typed. */
export function wrongUnits(
  fields: SaleFields,
  products: readonly Pick<Product, 'id' | 'colors'>[],
): readonly string[] {
  return typedLines(fields, products).flatMap(({ field, quantity }) =>
    Number.isNaN(quantity) ? [field] : [],
  )
}

/** How many units the fields name. */
export function unitsIn(
  fields: SaleFields,
  products: readonly Pick<Product, 'id' | 'colors'>[],
): number {
  return linesIn(fields, products).reduce((sum, { quantity }) => sum + quantity, 0)
}

/** A typed amount in whole TWD, such as 1,280, or undefined if nothing is typed, NaN if it is no amount. */
export function typedAmount(text = ''): number | undefined {
  const plain = pastedText(text).replaceAll(/[\s,]|^NT\$|元$/g, '')
  if (plain === '') return undefined
  return /^\d{1,7}$/.test(plain) ? Number(plain) : Number.NaN
}

/** The prices of this sale by the product's id, in TWD; what is no price is NaN. */
export function pricesIn(
  fields: SaleFields,
  products: readonly Pick<Product, 'id'>[],
): ReadonlyMap<string, number> {
  return new Map(
    products.flatMap(({ id }) => {
      const price = typedAmount(fields[priceField(id)])
      return price === undefined ? [] : [[id, price >= 1 ? price : Number.NaN] as const]
    }),
  )
}

/** What the owner lets go of the goods, in TWD, and why, or undefined if none is typed. */
export function reductionIn(
  fields: SaleFields,
): { readonly amount: number; readonly reason: string } | undefined {
  const amount = typedAmount(fields.reduction)
  if (amount === undefined || amount === 0) return undefined
  return { amount, reason: (fields.reductionReason ?? '').trim() }
}

/**
 * The offers for the goods in the fields: none where the owner takes none, and none off goods that
 * have a price of this sale. Delivery that is free by all goods stays free.
 */
export function offersIn(
  fields: SaleFields,
  products: readonly Pick<Product, 'id'>[],
  offers: readonly OfferTerms[],
): readonly OfferTerms[] {
  if (fields.noOffers === 'yes') return []
  const own = pricesIn(fields, products)
  const usual = products.map(({ id }) => id).filter((id) => !own.has(id))
  return offers.map((terms) =>
    terms.gives === 'free-delivery' || own.size === 0
      ? terms
      : { ...terms, products: usual.filter((id) => terms.products?.includes(id) ?? true) },
  )
}

/** The sale in the fields as it is priced; undefined while a price, the units or the reduction are no number. */
export function saleIn(
  fields: SaleFields,
  products: readonly Pick<Product, 'id' | 'colors' | 'price'>[],
  offers: readonly OfferTerms[],
): PricedSale<OfferedLine> | undefined {
  const own = pricesIn(fields, products)
  const reduction = reductionIn(fields)
  const numbers = [...own.values(), reduction?.amount ?? 0]
  if (wrongUnits(fields, products).length > 0 || numbers.some(Number.isNaN)) return undefined
  const items = linesIn(fields, products).map(({ id, quantity }) => {
    const usual = products.find((product) => product.id === id)?.price ?? 0
    return { id, price: own.get(id) ?? usual, quantity }
  })
  const terms = { offers: offersIn(fields, products, offers), reduction }
  return priceSale(items, { ...terms, isPickedUp: fields.delivery === 'handed-over' })
}

/** The sum of what is typed so far in whole TWD; NaN while it has no price. */
export function sumIn(...typed: Parameters<typeof saleIn>): number {
  return saleIn(...typed)?.total ?? Number.NaN
}

const RECIPIENT_FIELDS = Object.keys(EMPTY_RECIPIENT).filter(
  (name): name is RecipientField => name in EMPTY_RECIPIENT,
)

/** The recipient in the fields; what is not typed is empty. */
export function recipientIn(fields: SaleFields): Recipient {
  const typed = RECIPIENT_FIELDS.map((name) => [name, fields[name] ?? ''] as const)
  return { ...EMPTY_RECIPIENT, ...Object.fromEntries(typed) }
}

/** The kind of the sale's invoice; by e-mail where none is chosen. */
export function invoiceKindIn({ invoiceKind }: SaleFields): ManualInvoiceKind {
  return MANUAL_INVOICE_KINDS.find((kind) => kind === invoiceKind) ?? 'email'
}

/** The fields that a kind of invoice asks for. */
export function invoiceFieldsOf(kind: ManualInvoiceKind): readonly InvoiceField[] {
  return kind === 'paper' ? [] : INVOICE_FIELDS[kind]
}

/** The invoice in the fields as it is meant, or the fields of it that are wrong. */
export function invoiceIn(fields: SaleFields): Invoice | readonly InvoiceField[] {
  const kind = invoiceKindIn(fields)
  if (kind === 'paper') return { kind }
  const { carrier = '', taxId = '', company = '', donation = '', print } = fields
  const draft = typedInvoice({ ...EMPTY_INVOICE, kind, carrier, taxId, company, donation })
  const wrong = invoiceProblems(draft)
  if (wrong.length > 0) return wrong
  const invoice = invoiceOf(draft)
  return invoice.kind === 'company' && print === 'yes' ? { ...invoice, print: true } : invoice
}
