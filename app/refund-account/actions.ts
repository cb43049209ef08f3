'use server'
import { z } from 'zod'

import { visitorAction } from '#app/shopper-action.ts'
import { findBankAccountRequest, takeRefundAccount } from '#lib/payment/refund/take-bank-account.ts'
import { singleLineText } from '#lib/text/text-schemas.ts'

const link = singleLineText(160).min(1)

/** Says which refund a link asks an account for. */
export const findBankAccountRequestAction = visitorAction(
  link,
  (it) => findBankAccountRequest(it),
  'mailed-order',
)

/** Takes the account for the refund of a link. */
export const takeRefundAccountAction = visitorAction(
  z.object({
    link,
    bank: singleLineText(40),
    account: singleLineText(40),
    holder: singleLineText(60),
  }),
  (typed) => takeRefundAccount(typed),
  'mailed-order',
)
