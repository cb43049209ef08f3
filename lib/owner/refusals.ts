import type { CancelRefusal } from '#lib/order/cancellation.ts'
import type { EditFailure } from '#lib/order/edit-recipient.ts'
import type { FulfilmentRefusal } from '#lib/order/move-refusal.ts'
import type { AnswerFailure } from '#lib/order/return/answer-return.ts'
import type { ReviewRefusal } from '#lib/payment/end-review.ts'
import { USUAL_TITLE } from '#lib/payment/method-titles.ts'
import type { DayAnswerRefusal } from './change-product-day.ts'
import type { ShippingDateRefusal } from './change-shipping-date.ts'
import type { StockReceiptRefusal } from './receive-stock.ts'
import type { ManualRefundFailure, RefundFailure } from './refund-failure.ts'

/** Why what an order holds was not changed, and what to do. */
export const GOODS_REFUSALS = {
  'items-fixed': '這筆訂單目前無法更改內容：須已付款、尚未出貨，且沒有退換貨。',
  'same-items': '尺寸與件數都沒有變動。',
  'costs-more': '無法增加件數；若要加購，請買家另外下單。',
  'size-not-made': '這個商品沒有這個尺寸，資料未變更。',
  'nothing-left': '至少須保留一件；若全部取消，請用退款。',
  'nothing-shipped': '這筆訂單沒有可以收回的出貨。',
  'undo-over': '出貨通知信已寄出，或超過 10 分鐘，無法收回。若追蹤編號填錯，請用更正物流資料。',
  'preorder-handed-over': '預購商品尚未製作完成，無法當場交貨；請選擇宅配或超商取貨。',
  'not-manual': '只有手動建立的訂單可以這樣登記；其他訂單請用退款。',
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
  | ManualRefundFailure
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
  'preorder-waits': '預購的貨尚未到（未按「貨到了」），未出貨。若確定要先出貨，請勾選後再按一次。',
  'not-a-day': '請寫日期，例如 2027-04-15。',
  'day-over': '這一天已過。',
  'day-before-payment': '這筆訂單在這一天尚未付款；請填寫實際退款的日期。',
  'day-to-come': '這一天尚未到；請填寫實際退款的日期。',
  'no-account': '買家尚未填寫退款帳戶，或已逾保存期限。',
  'no-such-refund': '這筆人工退款已登記或撤回，請重新整理。',
  'before-deadline': '出貨日不能早於預購截止日；若貨已到，請按「貨到了」。',
  'no-day':
    '這個商品沒有待到貨或待回答的日期，可能已回答過，請重新整理。若為進貨，請用「庫存」的更正件數。',
  'after-shipping': '預購截止日不能晚於預計出貨日；若要一起延後，請先更改出貨日。',
  'no-preorders': '沒有待出貨的預購訂單含有這個商品；請確認商品編號。',
  'no-such-move':
    '這筆訂單目前的狀態無法這樣變更：待付款 → 已付款 → 已出貨 → 已完成，只能依序往前。',
  'not-paid': '這筆訂單的款項仍在核對，無法出貨；請先用 review 查看。',
  'fully-refunded': '這筆訂單的款項已全額退回，無法出貨，也無法標記為已完成。',
  'refunding-all': '這筆訂單正在全額退款，等 PayPal 或 LINE Pay 完成；目前無法出貨。',
  disputed: `買家在 ${provider} 提出爭議，結束前無法出貨；請先到 ${provider} 處理。`,
  'cancellation-requested': '買家申請取消整筆訂單；請先全額退款，或撤回申請，再出貨。',
  'nothing-came': '請填到了幾件。',
  'too-few-came': '到貨件數少於待出貨的訂單：',
  'no-such-orders': '只能釋出待出貨的已付款訂單；現在有 ',
  'not-later': '新的日期須晚於原來的日期。',
  'not-asked': '買家未申請取消，或款項已全額退回。',
  'facts-missing': '布重、透膚度與產地尚未填寫，無法公布；請先在「內容」填寫這個商品的規格並儲存。',
  'photograph-missing':
    '已向買家承諾公布實品照片，這個商品尚無照片；請先到「內容」的「實品照片」上傳並儲存，上線後再按。',
  'dispute-lost': '買家的爭議由買家勝訴，款項已被扣回，無法出貨。',
  'disputes-unanswered': `${provider} 未回覆這筆訂單的爭議現況，尚未標記為已出貨；請稍後再試一次。`,
  'not-unpaid': '只有待付款的訂單可以取消；已付款的請用退款。',
  'money-under-way': '這筆訂單可能有款項處理中，目前無法取消；請等付款有結果後再試。',
  'other-parcel': '這筆訂單已用另一個追蹤編號出貨；若要更正，請加 --correct。',
  'booked-otherwise':
    '這筆訂單已在綠界建立寄件，交寄後會自動改為已出貨。若要改用別的包裹，請到訂單頁勾選「不用綠界的寄件」。寄件編號是 ',
  'coming-back':
    '包裹未送達，正在退回或已退回，無法標記為已完成。請再寄一次、請買家換門市，或退款。',
  'parcel-incomplete': '請提供物流公司（--carrier）和追蹤編號（--tracking）。',
  'shipped-already': '這筆訂單已出貨或結束，無法再修改收件資料。',
  'parcel-booked':
    '寄件已建立，無法再修改收件資料。7-11 可以先取消寄件；全家須等逾期失效，再修改並重新建立。',
  'recipient-incomplete': '收件資料不完整或格式不正確，請再檢查：',
  'no-text': '請寫下內容。',
  'invoice-issued': '綠界已開立這筆訂單的發票，無法再登記其他號碼。',
  'no-invoice-number': '發票號碼須為兩個英文字母加八位數字，例如 AB12345678。',
  'no-return': '這筆訂單沒有退換貨申請。',
  'no-exchange': '會員未要求換尺寸；收到商品請用 received，再退款。',
  'no-such-answer': '這個退換貨申請已結束，無法再這樣回覆。',
  'exchange-booked':
    '換貨的寄件已在綠界建立。若要改用別的包裹或改為退款，請先到「寄件」取消（7-11），或等候逾期失效。',
  'not-in-review': '這筆訂單沒有待核對的付款。',
  'no-reason': '請用 --reason 填寫處理的原因。',
  'pending-money': `${provider} 還有一筆款項在審核，等它有結果後再處理。`,
  'too-few-units':
    '庫存不足，資料未變更。若貨已在手上，請填寫超賣的原因（--below-zero）再試；若不出貨，請退款給買家：',
  'not-one-capture': `${provider} 必須剛好有一筆收到的款項。若多收，請先在 ${provider} 退款；若未收到，無法標記為已付款。`,
  'other-amount': `這筆款項的金額或幣別與訂單不符，無法視為已收款，因為帳務和發票都以訂單金額為準。請按「退款並結束核對」，或先在 ${provider} 全額退款；買家若要購買，請重新下單。`,
  'money-left': `${provider} 還有收到的款項未退回，請先在 ${provider} 全額退款。`,
  'no-refund': `${provider} 沒有這筆訂單的退款紀錄。`,
  'given-back': `${provider} 收過這筆訂單的款項並已退回，請用 refunded 結束。`,
  'refund-under-way': `剛剛有人退款，或有一筆退款正在等 ${provider} 回覆。請稍後重新整理，確認結果再決定。`,
  'money-unseen': `${provider} 目前查不到系統收過的一筆款項，無法結束核對；請稍後再試。`,
  'unclear-amount': `${provider} 回覆的金額無法判讀，請先在 ${provider} 查看。`,
  booked: `${provider} 的帳上還有這個訂單編號的款項，不在系統建立的付款中；請先在 ${provider} 查看並全額退款。`,
  'books-behind': `${provider} 的帳最多晚三小時，須等這筆付款停止三小時後，才能確定沒有其他款項；請稍後再執行。`,
})

/** Why a refund failed, and what to do. */
export const refundRefusals = (
  provider: string = USUAL_TITLE,
): Readonly<Record<RefundFailure, string>> => ({
  'unknown-order': '找不到這個訂單編號，請確認後再試。',
  'no-reason': '請填寫退款的原因。',
  'wrong-amount': '退款金額必須是大於 0 的整數（新臺幣元）。',
  'key-used': '這次操作已用另一個金額退款，請重新整理後再試。',
  'not-paid': '這筆訂單沒有已入帳的款項可以退。',
  'in-review': '這筆訂單的款項還在核對，請先結束核對，再退款。',
  disputed: `買家在 ${provider} 提出爭議，結束前無法退款；請到 ${provider} 處理。`,
  'dispute-lost': '買家的爭議由買家勝訴，款項已被扣回，無法再退款。',
  'nothing-left': '這筆訂單的款項已全部退回，或正在退回。',
  'too-much': '退款金額超過尚未退回的款項。',
  'changed-meanwhile': '可退的金額與您看到的不同，這次沒有退款：',
  'no-return': '這筆訂單沒有這個編號的退換貨申請。',
  'refund-under-way': `這筆訂單有一筆退款正在等 ${provider} 回覆，請等它有結果後再試。`,
  'only-all': `${provider} 只能全額退回這筆款項。`,
  'too-many-refunds': `這筆款項的退款次數已達 ${provider} 的上限，請到 ${provider} 處理。`,
  'too-long-ago': `這筆款項已超過 ${provider} 的退款期限（一般為 180 天），請改用匯款退還。`,
  'no-funds': `${provider} 帳戶的餘額不足，請先存入款項，再退款。`,
  'charged-back': '這筆款項已被發卡銀行扣回，無法再退款。',
  'too-little': `退款金額太小，${provider} 無法退回。`,
  'refund-refused': `${provider} 未接受這次退款，款項未退回；請到 ${provider} 查看後再試。`,
})

/** Shown beside an unverified e-mail. */
export const EMAIL_UNPROVEN =
  '未驗證：這個 Email 未證明為本人所有。請先確認身分，再提供或刪除資料。'

/** Shown when the shop has no data of a customer. */
export const NO_CUSTOMER =
  '系統沒有這位顧客的帳號、訂單或資料請求：請檢查 Email、會員編號、收件人姓名或手機。'
