import type { ReturnFailure } from '#lib/order/return/return-rules.ts'

/** Texts of a return that is asked for. */
export const RETURN_MESSAGES = {
  over: '這筆訂單的退換貨申請期限已過。商品若有瑕疵，請來信客服。',
  failed: '退換貨申請未送出，請稍後再試。',
  fields: '有欄位需要補上。',
} as const

/** Why a return can't be requested. */
export const RETURN_PROBLEMS: Readonly<Record<ReturnFailure, string>> = {
  'not-delivered': '這筆訂單尚未出貨。若要取消，請來信客服。',
  'too-late': RETURN_MESSAGES.over,
  'return-open': '這筆訂單已有一個退換貨申請在處理中。',
  'nothing-chosen': '請選擇要退或換的商品件數。',
  'too-many-units': '可退換的件數已有變動，請重新整理後再選。',
  'size-not-made': '這個商品沒有這個尺寸，請重新整理後再選。',
  incomplete: '請填寫聯絡方式。',
  refunded: '這筆訂單的款項已全額退回。',
}
