import { fieldMessage } from '#components/delivery/messages.ts'
import { type City, isListedPlace } from '#lib/delivery/districts.ts'
import {
  type RecipientField,
  type RecipientProblems,
  requiredFields,
} from '#lib/delivery/recipient.ts'
import { manualRecipientProblems, typedRecipient } from '#lib/delivery/typed-recipient.ts'
import { INVOICE_MESSAGES, type ManualInvoiceKind } from '#lib/invoice/typed-invoice.ts'
import {
  invoiceIn,
  linesIn,
  unitsField,
  priceField,
  pricesIn,
  recipientIn,
  reductionIn,
  type SaleFields,
  sumIn,
  wrongUnits,
} from '#lib/owner/sale-form.ts'
import { formatPrice } from '#lib/price/format-price.ts'
import type { OfferTerms } from '#lib/price/offers.ts'
import type { Product } from '#lib/product/product.ts'
import { isEmail } from '#lib/text/plain-text.ts'

/** Kinds of a manual order's invoice. */
export const MANUAL_INVOICE_LABELS: Readonly<Record<ManualInvoiceKind, string>> = {
  carrier: '手機條碼載具',
  email: '寄到 Email 或手機',
  company: '統一編號（公司）',
  paper: '紙本',
  donation: '捐贈',
}

/** What is wrong with a typed sale: messages by the field's id, and the recipient's as its fields take them. */
export type SaleProblems = {
  readonly messages: Readonly<Record<string, string>>
  readonly recipient: RecipientProblems
  /** The only problem is a place that is not on the list, which the owner may confirm. */
  readonly isPlaceDoubtful: boolean
}

type Goods = readonly Pick<Product, 'id' | 'title' | 'price' | 'colors' | 'sizes'>[]

/** What a sale by hand is priced and checked by. */
export type SaleShop = {
  readonly products: Goods
  readonly offers: readonly OfferTerms[]
}

type Messages = Record<string, string>

function firstField([first]: Goods): string | undefined {
  const [color] = first?.colors ?? []
  const [size] = first?.sizes ?? []
  return first && color && size && unitsField(first.id, color.name, size)
}

function goodsProblems(fields: SaleFields, { products, offers }: SaleShop): Messages {
  const messages: Messages = {}
  for (const name of wrongUnits(fields, products)) messages[name] = '件數須為整數，例如 2'
  const first = firstField(products)
  const isEmpty = linesIn(fields, products).length === 0 && Object.keys(messages).length === 0
  if (isEmpty && first !== undefined) messages[first] = '請填寫各尺寸的件數'
  const prices = pricesIn(fields, products)
  for (const { id } of products) {
    if (Number.isNaN(prices.get(id))) messages[priceField(id)] = '單價須為 1 以上的整數，例如 1280'
  }
  const reduction = reductionIn(fields)
  if (!reduction) return messages
  if (Number.isNaN(reduction.amount)) messages.reduction = '折讓須為整數，例如 100'
  else {
    const goods = { ...fields, reduction: '', delivery: 'handed-over' }
    if (reduction.amount >= sumIn(goods, products, offers))
      messages.reduction = '折讓須低於商品金額'
  }
  if (reduction.reason === '') messages.reductionReason = '請填寫折讓的原因'
  return messages
}

// A number is sent to one of the two; without, it would come to the shop itself.
function contactProblems(fields: SaleFields, recipient: RecipientProblems): Messages {
  const { delivery, invoiceKind } = fields
  const { email, phone } = typedRecipient(recipientIn(fields), 'home')
  const messages: Messages = {}
  if (delivery === 'handed-over') {
    if (email !== '' && !isEmail(email)) messages.email = fieldMessage('email', 'malformed')
    if (phone !== '' && !/^[+()\d\s#-]{8,}$/.test(phone))
      messages.phone = fieldMessage('phone', 'malformed')
  }
  const hasNone = email === '' && phone === '' && recipient.phone === undefined
  if (invoiceKind === 'email' && hasNone) messages.email = '請填寫買家的 Email 或手機，用來寄送發票'
  return messages
}

/** Checks a sale before it is sent or kept, as the server does: what is kept without a net must be right. */
export function saleProblems(
  fields: SaleFields,
  shop: SaleShop,
  cities: readonly City[],
): SaleProblems {
  const { delivery } = fields
  const method = delivery === 'store' ? 'store' : 'home'
  const typed = typedRecipient(recipientIn(fields), method)
  const recipient = delivery === 'handed-over' ? {} : manualRecipientProblems(typed, method)
  const names: readonly RecipientField[] = requiredFields(method)
  const invoice = invoiceIn(fields)
  const wrongInvoice = 'kind' in invoice ? [] : invoice
  const messages = {
    ...goodsProblems(fields, shop),
    ...Object.fromEntries(wrongInvoice.map((name) => [name, INVOICE_MESSAGES[name]])),
    ...contactProblems(fields, recipient),
    ...Object.fromEntries(
      names.flatMap((name) => {
        const problem = recipient[name]
        return problem ? [[name, fieldMessage(name, problem)]] : []
      }),
    ),
  }
  const isUnknown = delivery === 'home' && !isListedPlace(cities, typed)
  const isPlaceDoubtful =
    Object.keys(messages).length === 0 && isUnknown && fields.placeConfirmed !== 'yes'
  return { messages, recipient, isPlaceDoubtful }
}

/** A sale in a few words: its units and its sum. */
export function saleText(fields: SaleFields, { products, offers }: SaleShop): string {
  const lines = linesIn(fields, products).map(({ id, size, quantity }) => {
    const title = products.find((product) => product.id === id)?.title ?? id
    return `${title} ${size} ×${quantity}`
  })
  return `${lines.join('、')}，${formatPrice(sumIn(fields, products, offers))}`
}
