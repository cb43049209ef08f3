import 'server-only'

import { z } from 'zod'

import { log } from '#lib/log/log.ts'
import { type Charge, CHARGE_STATES, type ChargeCalls } from '#lib/payment/card-charge.ts'
import { ProviderProblem, type RefundToMake } from '#lib/payment/provider.ts'
import {
  account,
  callInTurn,
  NO_NUMBER,
  problem,
  signedCall,
  textOrNumber as text,
  wholeTwd,
} from './cashier.ts'
import { bareFields, fromEcpayTime, type PaymentAccount, postForm, signedForm } from './client.ts'

// Refunds of cards (信用卡請退款 DoAction): how ECPay has a charge, and what it can be told to do with it.

/** Milliseconds for an answer; the owner waits for at most four of them. */
const WITHIN = 20_000

const STATE = '/1.0.0/CreditDetail/QueryTrade'

const signedTwd = (amount: string) =>
  amount.startsWith('-') ? -wholeTwd(amount.slice(1)) : wholeTwd(amount)

const stateSchema = z.object({
  RtnCode: z.number().optional(),
  RtnValue: z.object({ Amount: text, ClsAmt: text.default('0'), Status: z.string() }).nullish(),
  // An empty list is written {}.
  CloseData: z
    .array(z.object({ Amount: text, DateTime: text.default('') }))
    .nullish()
    .catch([]),
})

async function readCharge(at: PaymentAccount, reference: string): Promise<Charge> {
  const data = { MerchantTradeNo: reference }
  const answer = await signedCall(at, STATE, { data, schema: stateSchema, within: WITHIN })
  const { RtnCode: code, RtnValue: charge, CloseData: rows } = answer
  // One code for unknown, no card and another merchant; none while the bank has not answered.
  if (!charge) throw problem('CreditDetail', `ECPAY_${code ?? 'SILENT'}`, 200)
  const state = CHARGE_STATES.find((one) => one === charge.Status)
  if (!state) log('ecpay-card-state', { status: charge.Status.slice(0, 40) }, 'WARNING')
  return {
    state: state ?? 'Unknown',
    amount: wholeTwd(charge.Amount),
    closed: signedTwd(charge.ClsAmt),
    rows: (rows ?? []).map(({ Amount, DateTime }) => ({
      amount: signedTwd(Amount),
      at: fromEcpayTime(DateTime),
    })),
  }
}

/** How ECPay has the charge of a paid number. Throws ProviderProblem. */
export const readEcpayCharge = (reference: string): Promise<Charge> =>
  readCharge(account('CreditDetail'), reference)

/** What ECPay is asked and told to give back an amount of a charge. */
export function ecpayChargeCalls({ reference, captureId, amount }: RefundToMake): ChargeCalls {
  const at = account('DoAction')
  return {
    read: () => readCharge(at, reference),
    act: async (Action) => {
      const trade = { MerchantTradeNo: reference, TradeNo: captureId }
      const form = signedForm(at, { ...trade, Action, TotalAmount: String(amount) }, 'sha256')
      const said = await callInTurn('DoAction', () =>
        postForm(`${at.base}/CreditDetail/DoAction`, form, WITHIN),
      )
      const answer = bareFields(said.trim())
      // ECPay signs no answer: one that names another payment, or none, is no answer to this call.
      const isBound = answer.MerchantTradeNo === reference && answer.TradeNo === captureId
      if (!isBound || !/^\d{1,10}$/.test(answer.RtnCode ?? ''))
        throw problem('DoAction', 'UNBOUND', 200)
      if (answer.RtnCode === '1') return
      const { RtnCode = '', RtnMsg = '' } = answer
      // The words of ECPay's own refusals are codes where they begin so; anything else may be any text.
      const issue = `ECPAY_${/^error_\w{1,30}$/.test(RtnMsg) ? RtnMsg : RtnCode}`
      throw new ProviderProblem('DoAction', { kind: 'refused', status: 200, issue })
    },
  }
}

/** The answer about a number that has no charge. */
const NO_CHARGE = 'ECPAY_10000185'

/** Whether ECPay tells the shop by this account how charges stand, and changes nothing. Throws ProviderProblem. */
export async function probeEcpayRefunds(at: PaymentAccount): Promise<void> {
  try {
    await readCharge(at, NO_NUMBER)
  } catch (error) {
    if (!(error instanceof ProviderProblem) || error.issue !== NO_CHARGE) throw error
  }
}
