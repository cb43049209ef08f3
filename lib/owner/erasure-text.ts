import type { DataRequest } from '#lib/account/data-request.ts'
import type { Erasure } from './customer.ts'

/** Person of a request; Facebook alone may give no e-mail. */
export function requesterText({ email, uid }: Pick<DataRequest, 'email' | 'uid'>): string {
  return email || `沒有 Email 的 Facebook 會員（${uid}）`
}

/** Why nothing of a customer was erased. */
export const ERASURE_OPEN =
  '有訂單還沒有結束（待付款、待出貨、運送中、退貨或核對中），什麼都沒有刪除'

/** Text of an erasure's effect on an order, with its reason. */
export function erasureText(erasure: Erasure): string {
  switch (erasure.kind) {
    case 'open':
      return '還沒有結束，處理完才能刪除'
    case 'kept':
      return `依商業會計法第 38 條保存到 ${erasure.until}（會計憑證）；刪除備註和退貨的聯絡方式`
    case 'erased':
      return '刪除姓名、電話、Email 和地址'
  }
}
