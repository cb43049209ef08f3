import type { CancelRefusal } from '#lib/order/cancellation.ts'
import type { EditFailure } from '#lib/order/edit-recipient.ts'
import type { FulfilmentRefusal } from '#lib/order/move-refusal.ts'
import type { AnswerFailure } from '#lib/order/return/answer-return.ts'
import type { ReviewRefusal } from '#lib/payment/end-review.ts'
import { USUAL_TITLE } from '#lib/payment/method-titles.ts'
import type { DayAnswerRefusal } from './change-product-day.ts'
import type { ShippingDateRefusal } from './change-shipping-date.ts'
import type { StockReceiptRefusal } from './receive-stock.ts'
import type { HandRefundFailure, RefundFailure } from './refund-failure.ts'

/** Why what an order holds was not changed, and what to do. */
export const GOODS_REFUSALS = {
  'items-fixed': '這筆訂單現在不能更改內容：要已付款、還沒出貨，也沒有退換貨。',
  'same-items': '沒有要更改的尺寸或件數。',
  'costs-more': '不能增加件數；要多買的，請買家另外下單。',
  'size-not-made': '這個商品沒有做這個尺寸，什麼都沒有變更。',
  'nothing-left': '至少要留一件；全部不要的，請用退款。',
  'nothing-shipped': '這筆訂單沒有可以收回的出貨。',
  'undo-over': '出貨的信已經寄出，或超過 10 分鐘，不能收回；追蹤編號填錯了，請用更正物流資料。',
  'preorder-handed-over': '預購的商品還沒有做好，不能當場交貨；請選宅配或超商取貨。',
  'not-manual': '只有手動建立的訂單可以這樣記；其他訂單請用退款。',
} as const

/** Codes of refused changes of an order. */
export type Refusal =
  | FulfilmentRefusal
  | CancelRefusal
  | ReviewRefusal
  | EditFailure
  | AnswerFailure
  | ShippingDateRefusal
  | DayAnswerRefusal
  | StockReceiptRefusal
  | HandRefundFailure
  | 'not-asked'
  | keyof typeof GOODS_REFUSALS
  | 'unknown-order'
  | 'disputes-unanswered'
  | 'unpaid'
  | 'preorder-waits'

/** Why a change was refused, and what to do. */
export const refusals = (provider: string = USUAL_TITLE): Readonly<Record<Refusal, string>> => ({
  ...GOODS_REFUSALS,
  'unknown-product': '沒有這個商品。',
  'unknown-order': '找不到這個訂單編號，請確認後再試。',
  unpaid: '還沒有付款。',
  'preorder-waits':
    '預購的貨還沒到（沒有按「貨到了」），沒有出貨；真的要先出貨，請勾選後再按一次。',
  'not-a-day': '請寫日期，例如 2027-04-15。',
  'day-over': '這一天已經過了。',
  'day-before-payment': '這一天這筆訂單還沒有付款；請填已經退款的那一天。',
  'day-to-come': '這一天還沒有到；請填已經退款的那一天。',
  'no-account': '買家還沒有填退款帳戶，或保存期限已經過了。',
  'no-such-refund': '這筆人工退款已經登記或撤回，請重新整理。',
  'before-deadline': '出貨日不能早於預購截止日；貨已經到了，請按「貨到了」。',
  'no-day':
    '這個商品沒有等著的貨或日期，可能已經回答過了；請重新整理。進貨請用「庫存」的更正件數。',
  'after-shipping': '預購截止日不能晚於預計出貨日；要一起延後，請先更改出貨日。',
  'no-preorders': '沒有等著出貨的預購訂單含有這個商品；請確認商品編號。',
  'no-such-move':
    '這筆訂單目前的狀態不能這樣變更：待付款 → 已付款 → 已出貨 → 已完成，只能依序往前。',
  'not-paid': '這筆訂單的款項仍在核對，不能出貨；請先用 review 查看。',
  'fully-refunded': '這筆訂單的款項已全額退回，不能出貨，也不能記為已完成。',
  'refunding-all': '這筆訂單正在全額退款，等 PayPal 或 LINE Pay 完成；還不能出貨。',
  disputed: `買家在 ${provider} 提出爭議，結束前不能出貨；請先到 ${provider} 處理。`,
  'cancel-asked': '買家申請取消整筆訂單；請先全額退款，或撤回申請，再出貨。',
  'nothing-came': '請填到了幾件。',
  'too-few-came': '到的件數不夠等著的訂單：',
  'no-such-orders': '只能釋出等著的已付款訂單；現在有 ',
  'not-later': '新的日期要比原來的晚。',
  'not-asked': '買家沒有申請取消，或款項已經全額退回。',
  'facts-missing':
    '布重、透膚度與產地還沒有填，不能說已經公布；請先在「內容」填好這個商品的規格並儲存。',
  'photograph-missing':
    '答應買家的還有實品照片，這個商品還一張都沒有；請先在「內容」的「實品照片」放上去並儲存，上線後再按。',
  'dispute-lost': '買家的爭議由買家勝訴，款項已被扣回，不能出貨。',
  'disputes-unanswered': `${provider} 沒有回答這筆訂單的爭議現在如何，所以還沒有記為已出貨；請稍後再試一次。`,
  'not-unpaid': '只有待付款的訂單可以取消；已付款的請用退款。',
  'money-under-way': '這筆訂單可能有款項在途中，還不能取消；請等付款有結果後再試。',
  'other-parcel': '這筆訂單已用另一個追蹤編號出貨；要更正請加 --correct。',
  'booked-otherwise':
    '這筆訂單已經在綠界建立寄件，交寄後會自動改為已出貨。要改用別的包裹，請到訂單頁勾選「不用綠界的寄件」。寄件編號是 ',
  'coming-back':
    '包裹沒有送達，正在退回或已經退回，不能標記為已完成；請再寄一次、請買家換門市，或退款。',
  'parcel-incomplete': '請提供物流公司（--carrier）和追蹤編號（--tracking）。',
  'shipped-already': '這筆訂單已經出貨或結束，不能再修改收件資料。',
  'parcel-booked':
    '寄件已經建立，收件資料不能再改。7-11 的可以先取消寄件；全家的要等逾期失效，再修改並重新建立。',
  'recipient-incomplete': '收件資料不完整或格式不對，請再檢查：',
  'no-text': '請寫下內容。',
  'invoice-issued': '綠界已經開立這筆訂單的發票，不能再登記其他號碼。',
  'no-invoice-number': '發票號碼是兩個英文字母加八位數字，例如 AB12345678。',
  'no-return': '這筆訂單沒有退換貨申請。',
  'no-exchange': '會員沒有要換尺寸；收到商品請用 received，再退款。',
  'no-such-answer': '這個退換貨申請已經結束，不能再這樣回覆。',
  'exchange-booked':
    '換貨的寄件已經在綠界建立。要改用別的包裹或改為退款，請先到「寄件」取消（7-11），或等它逾期失效。',
  'not-in-review': '這筆訂單沒有待核對的付款。',
  'no-reason': '請用 --reason 寫下這樣處理的原因。',
  'pending-money': `${provider} 還有一筆款項在審核，等它有結果後再處理。`,
  'too-few-pieces':
    '庫存不夠，什麼都沒有變更。貨已經在手上的，寫下超賣的原因（--below-zero）再試；不出貨的，把錢退給買家：',
  'not-one-capture': `${provider} 必須剛好有一筆收到的款項；多收的請先在 ${provider} 退款，沒有收到就不能記為已付款。`,
  'other-amount': `這筆款項的金額或幣別和訂單不同，不能當成已收款，因為帳和發票都是訂單的金額；請按「退款並結束核對」，或先在 ${provider} 全額退款，買家要買請重新下單。`,
  'money-left': `${provider} 還有收到的款項沒有退回，請先在 ${provider} 全額退款。`,
  'no-refund': `${provider} 沒有這筆訂單的退款紀錄。`,
  'given-back': `${provider} 收過這筆訂單的款項並已退回，請用 refunded 結束。`,
  'refund-under-way': `剛剛有人退款，或有一筆退款正在等 ${provider} 回覆；請稍後重新整理，看過結果再決定。`,
  'money-unseen': `${provider} 現在查不到商店收過的一筆款項，還不能結束核對；請稍後再試。`,
  'unclear-amount': `${provider} 回覆的金額無法判讀，請先在 ${provider} 查看。`,
  booked: `${provider} 的帳上還有這個訂單編號的款項，不在商店建立的付款裡；請先在 ${provider} 查看並全額退款。`,
  'books-behind': `${provider} 的帳最多晚三小時，要等這筆付款停下三小時後，才能確定沒有別的款項；請晚一點再執行。`,
})

/** Why a refund failed, and what to do. */
export const refundRefusals = (
  provider: string = USUAL_TITLE,
): Readonly<Record<RefundFailure, string>> => ({
  'unknown-order': '找不到這個訂單編號，請確認後再試。',
  'no-reason': '請寫下退款的原因。',
  'wrong-amount': '退款金額必須是大於 0 的整數（新臺幣元）。',
  'key-used': '這次操作已經用另一個金額退款，請重新整理後再試。',
  'not-paid': '這筆訂單沒有已入帳的款項可以退。',
  'in-review': '這筆訂單的款項還在核對，請先結束核對，再退款。',
  disputed: `買家在 ${provider} 提出爭議，結束前不能退款；請到 ${provider} 處理。`,
  'dispute-lost': '買家的爭議由買家勝訴，款項已被扣回，不能再退款。',
  'nothing-left': '這筆訂單的款項已經全部退回，或正在退回。',
  'too-much': '退款金額超過還沒退回的款項。',
  'changed-meanwhile': '可退的金額和您看到的不同了，這次沒有退款：',
  'no-return': '這筆訂單沒有這個編號的退換貨申請。',
  'refund-under-way': `這筆訂單有一筆退款正在等 ${provider} 回覆，請等它有結果後再試。`,
  'only-all': `${provider} 只能全額退回這筆款項。`,
  'too-many-refunds': `這筆款項的退款次數已達 ${provider} 的上限，請到 ${provider} 處理。`,
  'too-long-ago': `這筆款項已超過 ${provider} 的退款期限（一般為 180 天），請改用匯款退還。`,
  'no-funds': `${provider} 帳戶的餘額不足，請先存入款項，再退款。`,
  'charged-back': '這筆款項已被發卡銀行扣回，不能再退款。',
  'too-little': `退款金額太小，${provider} 無法退回。`,
  'refund-refused': `${provider} 沒有接受這次退款，款項沒有退回；請到 ${provider} 查看後再試。`,
})

/** Shown beside an unverified e-mail. */
export const EMAIL_UNPROVEN =
  '未驗證：沒有人證明過這個 Email 是本人的。請先確認身分，再交出或刪除資料。'

/** Shown when the shop has no data of a customer. */
export const NO_CUSTOMER =
  '商店沒有這位顧客的帳號、訂單或資料請求：請檢查 Email、會員編號、收件人姓名或手機。'
