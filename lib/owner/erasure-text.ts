import type { DataRequest } from '#lib/account/data-request.ts'
import type { Erasure } from './customer.ts'

/** Person of a request; Facebook alone may give no e-mail. */
export function requesterText({ email, uid }: Pick<DataRequest, 'email' | 'uid'>): string {
  return email || `沒有 Email 的 Facebook 會員（${uid}）`
}

/** Why nothing of a customer was erased. */
export const ERASURE_OPEN = '有訂單尚未結束（待付款、待出貨、運送中、退貨或核對中），未刪除任何資料'

/** Text of an erasure's effect on an order, with its reason. */
export function erasureText(erasure: Erasure): string {
  switch (erasure.kind) {
    case 'open':
      return '尚未結束，處理完成才能刪除'
    case 'kept':
      return `依商業會計法第 38 條保存到 ${erasure.until}（會計憑證）；刪除備註和退貨的聯絡方式`
    case 'erased':
      return '刪除姓名、電話、Email 和地址'
  }
}
