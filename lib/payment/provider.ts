import type { Recipient } from '#lib/delivery/recipient.ts'
import type { Refund, TakenKind } from '#lib/payment/refund/refund-record.ts'
import type { Dispute } from './dispute.ts'
import type { PaymentMethod } from './methods.ts'
import type { PaymentCode } from './payment.ts'

/** A capture as the provider reports it; `amount` is whole TWD when the currency is TWD, NaN when it is not whole. */
export type ProviderCapture = {
  readonly id: string
  readonly status: 'completed' | 'pending' | 'declined' | 'refunded' | 'partly-refunded' | 'other'
  readonly reason?: string | undefined
  /** The way money was taken back, where the provider reports it. */
  readonly takenBack?: TakenKind | undefined
  readonly amount: number
  readonly currency: string
  /** Missing if the provider keeps none. */
  readonly customId?: string | undefined
  readonly invoiceId: string
  readonly createTime: string
}

/** An order at the provider. Without a capture its amount, currency and ids may be missing. */
export type ProviderOrder = {
  readonly id: string
  readonly status: 'open' | 'approved' | 'void' | 'completed'
  readonly amount?: number | undefined
  readonly currency?: string | undefined
  /** Our order document's id. */
  readonly customId?: string | undefined
  /** Our number of the provider's order. */
  readonly invoiceId?: string | undefined
  readonly captures: readonly ProviderCapture[]
  /** Refunds that are done. */
  readonly refunds: readonly Refund[]
  /** Refunds of the shop's own that are not done, or came to nothing. */
  readonly unfinished?: readonly UnfinishedRefund[] | undefined
}

/** A refund that the provider has taken on and not finished, or that failed; `key` is the shop's. */
export type UnfinishedRefund = {
  readonly key: string
  readonly state: 'pending' | 'failed'
}

/** Request of a refund; whole TWD. The same key refunds once. */
export type RefundToMake = {
  /** The provider's order, of which the capture is one. */
  readonly reference: string
  readonly captureId: string
  readonly amount: number
  readonly key: string
  /** The refund's own number for the provider's books. */
  readonly invoiceId: string
  /** Set if an earlier try perhaps moved the money, and no look showed it since. */
  readonly wasSent?: true
}

/** Request of a provider's order; whole TWD, absolute addresses. `attempt` is our number. */
export type OrderToPay = {
  readonly id: string
  readonly orderNumber: string
  readonly attempt: number
  readonly totalAmount: number
  readonly units: number
  readonly recipient: Recipient
  readonly method: PaymentMethod
  readonly returnUrl: string
  readonly cancelUrl: string
}

/**
 * A dispute at the provider, with its captures. `amount` is whole TWD, known for a single capture.
 */
export type ProviderDispute = Pick<
  Dispute,
  'id' | 'state' | 'reason' | 'channel' | 'amount' | 'respondBy' | 'isAnswered'
> & {
  readonly captures: readonly { readonly id: string; readonly orderDocument?: string | undefined }[]
}

/** Meaning of a failed call. */
export type ProblemKind =
  /** The call may have been carried out. */
  | 'unknown'
  /** Money may have moved; read the order back to know. */
  | 'read-back'
  | 'not-approved'
  /** A payment under this order number exists. */
  | 'duplicate'
  | 'missing'
  /** Nothing was sent, nor refused: it may be at another time (`until`). */
  | 'not-now'
  /** It was perhaps done before, and doing it again could do it twice: a person has to look. */
  | 'unclear'
  /** Nothing was taken. */
  | 'refused'
  /** Nothing was taken, and the same attempt can't be approved again. */
  | 'final'

/** For a `catch`: nothing where the provider did not do what it was asked, so that the rest is shown. */
export function ignoreProviderProblem(error: unknown): undefined {
  if (error instanceof ProviderProblem) return undefined
  throw error
}

/** The provider did not do what it was asked. Contains no token and nothing about the buyer. */
export class ProviderProblem extends Error {
  override readonly name = 'ProviderProblem'
  readonly kind: ProblemKind
  readonly status: number | undefined
  readonly issue: string
  readonly debugId: string | undefined
  /** When the provider answered, by its own clock; ISO 8601 in UTC. */
  readonly at?: string | undefined
  /** When what can't be sent now may be; ISO 8601 in UTC. */
  readonly until?: string | undefined

  constructor(
    what: string,
    facts: Pick<ProviderProblem, 'kind' | 'issue'> & Partial<Omit<ProviderProblem, keyof Error>>,
  ) {
    super(`${what}: ${facts.status ?? 'no answer'} ${facts.issue} ${facts.debugId ?? ''}`.trim())
    this.kind = facts.kind
    this.status = facts.status
    this.issue = facts.issue
    this.debugId = facts.debugId
    this.at = facts.at
    this.until = facts.until
  }
}

/**
 * An order made at the provider: the page where the buyer approves, if the browser has to go to one, or the number that
 * the buyer pays, with its deadline.
 */
export type CreatedOrder = {
  readonly id: string
  readonly approveAt?: string | undefined
  readonly shown?: PaymentCode | undefined
  readonly expiresAt?: string | undefined
}

/** A form that the buyer's browser posts to the provider's page, which takes the money; its fields are signed. */
export type LeaveForm = {
  readonly action: string
  readonly fields: Readonly<Record<string, string>>
}

/** Money that is to be taken: whole TWD. */
export type CaptureToMake = {
  readonly reference: string
  readonly amount: number
  readonly key: string
}

/** How a question is asked: an urgent one, of a message that a provider signed, goes before those that wait. */
export type Question = { readonly isUrgent: boolean }

/**
 * Port of a payment provider. Every call throws ProviderProblem. A provider without keys
 * (`ProviderCapabilities`) ignores them.
 */
export type PaymentProvider = {
  /** The number under which the provider has an attempt to pay an order of ours. */
  readonly numberOf: (orderNumber: string, attempt: number) => string
  /** The reference of an attempt, where it follows from the shop's own numbers and is known before the provider answers. */
  readonly referenceOf?: (orderNumber: string, attempt: number) => string
  /** Makes an order; the same key answers with the same order. */
  readonly create: (order: OrderToPay, key: string) => Promise<CreatedOrder>
  /** Whether a buyer's page belongs to the provider at the address that is set now. */
  readonly isApprovalPage?: (approveAt: string) => boolean
  /** The form by which a browser reaches the provider's page, where a link can't lead there. */
  readonly leaveForm?: (order: OrderToPay, reference: string, now: Date) => LeaveForm
  /** Reads an order back, or undefined when the provider knows none under this reference. */
  readonly find: (reference: string, question?: Question) => Promise<ProviderOrder | undefined>
  /** Reads paid orders back, at most 100; those that it does not know are missing in the answer. */
  readonly findPaid?: (references: readonly string[]) => Promise<readonly ProviderOrder[]>
  /** Reads paid orders back by the shop's own numbers of their attempts, at most 100. */
  readonly findNumbered?: (numbers: readonly string[]) => Promise<readonly ProviderOrder[]>
  /** Takes the money of an approved order; the same key takes it once. Reading the order back shows the result. */
  readonly capture: (capture: CaptureToMake) => Promise<unknown>
  /** Gives back money of a capture, where that is not the owner's to do by hand; reading the order back shows the result. */
  readonly refund: (refund: RefundToMake) => Promise<void>
  /** A paid order with its refunds, where `find` does not tell them; asked only where the shop sent one. */
  readonly withRefunds?: (order: ProviderOrder) => Promise<ProviderOrder>
  /** Reads what came to the webhook, where the provider has one. */
  readonly readMessage?: (
    headers: Headers,
    body: Uint8Array<ArrayBuffer>,
    now: Date,
  ) => Promise<ProviderMessage>
  /** Reads a dispute back, where the provider reports of them. */
  readonly findDispute?: (id: string) => Promise<ProviderDispute | undefined>
}

/** Subject of a provider's message: a hint where to ask, never a fact. Times are ISO 8601 in UTC. */
export type ProviderEvent = {
  readonly provider: string
  readonly id: string
  readonly type: string
  readonly reference?: string | undefined
  readonly orderDocument?: string | undefined
  readonly captureId?: string | undefined
  readonly disputeId?: string | undefined
  /** When the buyer approved, if that is what the event tells. */
  readonly approvedAt?: string | undefined
  /** Whether the provider says, signed, that the buyer has paid; only reading the payment back shows it. */
  readonly isPaidNotice?: boolean | undefined
}

/** Result of reading a webhook: an event, or why it is none; `no-account`: this shop does not take its payments. */
export type ProviderMessage = ProviderEvent | 'forged' | 'unverified' | 'malformed' | 'no-account'
