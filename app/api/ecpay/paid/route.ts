import { answerPush } from '#app/api/ecpay/answer-push.ts'

/** ECPay's push about a card. */
export function POST(request: Request): Promise<Response> {
  return answerPush('ecpay', request)
}
