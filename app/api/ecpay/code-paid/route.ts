import { answerPush } from '#app/api/ecpay/answer-push.ts'

/** ECPay's push about a transfer, or a number that was paid in a store. */
export function POST(request: Request): Promise<Response> {
  return answerPush('ecpay-code', request)
}
