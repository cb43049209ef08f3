import type { StoredCode } from '#lib/discount/discount.ts'
import type { Offer, ReservedStockByProduct } from '#lib/inventory/stock.ts'
import type { InvoiceIssuer } from '#lib/invoice/issuer.ts'
import type { NumberState } from '#lib/invoice/number-range.ts'
import type { PaypalTransaction } from '#lib/ledger/disagreements.ts'
import type { OrderDecision } from '#lib/order/order-store.ts'
import type { Order } from '#lib/order/order.ts'
import type { PlacementRefs } from '#lib/order/placement-store.ts'
import type { NewOrder, OrderContext, OrderPlacement, OrderRefusal } from '#lib/order/placement.ts'
import type { ParcelCarrier } from '#lib/parcel/carrier.ts'
import type { PaymentProvider } from '#lib/payment/provider.ts'
import type { Result } from '#lib/result.ts'
import type { Settings } from '#lib/settings/parse-settings.ts'

/** A decided order, and the answer, or undefined if there is no such order. */
export type Decided<Answer> = { readonly order: Order; readonly answer: Answer } | undefined

/** What an in-memory database of orders does by itself; `orders.ts` makes every question of it. */
export type OrderBase = {
  /** Answers a question about all readable orders. */
  readonly read: <Value>(
    name: string,
    question: (orders: readonly Order[]) => Value,
  ) => Promise<Value>
  /** Decides about an order in one transaction, which may run several times. */
  readonly decide: <Answer>(id: string, decision: OrderDecision<Answer>) => Promise<Decided<Answer>>
  /** Writes an order as it is, where `write` returns one. */
  readonly rewrite: (
    name: string,
    id: string,
    write: (order: Order) => Order | undefined,
  ) => Promise<void>
  readonly place?: (
    key: PlacementRefs,
    place: (found: OrderContext) => OrderPlacement | OrderRefusal,
  ) => Promise<OrderPlacement | OrderRefusal>
  readonly decideShipping?: <Answer>(
    id: string,
    decide: OrderDecision<Answer, boolean>['decide'],
  ) => Promise<Decided<Answer>>
  readonly storeManual?: <Code extends string>(
    input: { readonly id: string },
    decide: (context: {
      readonly count: number
      readonly taken: ReservedStockByProduct
    }) => Result<NewOrder, Code>,
  ) => Promise<Result<Order, Code>>
  /** When the documents are due that cannot be read, by id. */
  readonly unreadable?: Map<string, string>
  /** How the invoice numbers stand. */
  readonly numbers?: { state?: NumberState }
  /** The discount codes. */
  readonly codes?: ReadonlyMap<string, StoredCode>
  /** What is taken of each product. */
  readonly taken?: ReservedStockByProduct
  /** The provider's events that were settled. */
  readonly settledEvents?: Set<string>
}

/** Everything outside of the shop's own code, as one suite of tests has it. */
export type Outside = {
  readonly orders: OrderBase
  /** The payment provider of this name. */
  readonly provider: (name: string) => PaymentProvider
  readonly carrier: () => ParcelCarrier | undefined
  readonly issuer: () => InvoiceIssuer | undefined
  /** What PayPal's books have of a span. */
  readonly transactions: () => readonly PaypalTransaction[]
  readonly products: () => readonly Offer[]
  readonly settings: () => Partial<Settings>
  readonly hasAllowance: () => boolean
  /** Whether what the provider said of a number is good yet; by default every question is asked. */
  readonly isAnswerGood?: (reference: string) => boolean
  readonly isFormOut?: (reference: string) => boolean
  /** Whether the owner has buyers reminded. */
  readonly hasReminders: () => boolean
  /** Told of every mail that stands for itself, by its id. */
  readonly mail: (id: string) => void
  /** Told of every line of the log, by its name. */
  readonly log: (name: string) => void
  /** Takes work that runs after an answer. */
  readonly after: (work: () => Promise<void>) => void
}

const none = (name: string) => (): never => {
  throw new Error(`No ${name} is outside of these tests`)
}

let current: Outside | undefined

/** Sets what is outside of the shop in this process: the database, and of the rest what the tests meet. */
export function enterOutside(given: Partial<Outside> & Pick<Outside, 'orders'>): void {
  current = {
    provider: none('provider'),
    carrier: () => undefined,
    issuer: () => undefined,
    transactions: () => [],
    products: () => [],
    settings: () => ({ NEXT_PUBLIC_SITE_URL: 'http://localhost:3000' }),
    hasAllowance: () => true,
    hasReminders: () => true,
    mail: none('mail'),
    log: () => {},
    after: none('request'),
    ...given,
  }
}

/** What is outside of the shop in this process. Throws before `enterOutside`. */
export function outside(): Outside {
  return current ?? none('database')()
}
