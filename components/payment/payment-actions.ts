import type { PaymentMethod } from '#lib/payment/payment.ts'
import type { Standing } from '#lib/payment/standing.ts'
import type { Refusal } from '#lib/result.ts'

/** Why an action of the payment page was refused. */
export type PaymentRefusal = Refusal<string>

type Stands = Promise<
  | {
      readonly ok: true
      /** `again`: the buyer may approve the same PayPal order again. */
      readonly data: { readonly standing: Standing; readonly again: boolean }
    }
  | PaymentRefusal
>

/** The server actions of the payment page, handed down by it. */
export type PaymentActions = {
  readonly start: (input: {
    id: string
    method: PaymentMethod
  }) => Promise<
    { readonly ok: true; readonly data: { readonly paypalOrderId: string } } | PaymentRefusal
  >
  readonly capture: (input: { id: string; paypalOrderId: string }) => Stands
  readonly refresh: (input: { id: string }) => Stands
}
