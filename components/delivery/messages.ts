import {
  type FieldProblem,
  RECIPIENT_LABELS,
  type RecipientField,
} from '#lib/delivery/recipient.ts'
import type { RecipientDoubt } from '#lib/delivery/typed-recipient.ts'

const MALFORMED: Partial<Record<RecipientField, string>> = {
  email: 'Email 格式不正確，例如 name@example.com',
  phone: '手機號碼格式不正確，例如 0912345678',
  zipcode: '郵遞區號是 3、5 或 6 位數字',
  store: '門市店號：7-11 是 6 位數字，全家是 5 或 6 位數字；也可以只填門市名稱',
}

/** What a chain prints of a name that it does not take whole, or an empty value if it prints nothing. */
export function parcelNameNotice(name: string): string {
  return name === '' ? '' : `包裹上的取件姓名是「${name}」。`
}

/** What a chain prints as a name. */
export const PICKUP_NAME_HINT =
  '超商印 2 到 5 個中文字或 4 到 10 個英文字母，不印符號與空格。可以改用其他寫法，但須與證件相同。'

const NO_MOBILE = '超商取貨以簡訊通知，請填寫 09 開頭的手機號碼'
const NO_STORE = '請填寫門市店號，或門市名稱'

const UNFIT: Partial<Record<RecipientField, string>> = {
  pickupName: '超商取貨的取件姓名須與證件相同：2 到 5 個中文字或 4 到 10 個英文字母，不含符號',
  store: '請選擇取貨門市，或輸入店號',
}

const CHOSEN: readonly RecipientField[] = ['city', 'area']

/** Message beside one field. */
export function fieldMessage(field: RecipientField, problem: FieldProblem): string {
  if (problem === 'no-mobile') return NO_MOBILE
  if (field === 'store' && problem === 'missing') return NO_STORE
  const malformed = MALFORMED[field]
  if (problem === 'malformed' && malformed) return malformed
  const unfit = UNFIT[field]
  if (problem === 'unfit' && unfit) return unfit
  const label = RECIPIENT_LABELS[field].replace(/^(?=[A-Za-z])/, ' ')
  return `${CHOSEN.includes(field) ? '請選擇' : '請填寫'}${label}`
}

const DOUBTS: Partial<Record<RecipientField, string>> = {
  lastName: '姓氏沒有文字，物流可能無法配送',
  firstName: '名字沒有文字，物流可能無法配送',
  address: '地址很短，請確認路名與門牌都填了',
}

/** Question about a likely slip. */
export function doubtMessage({ name, meant }: RecipientDoubt): string {
  return meant === undefined ? (DOUBTS[name] ?? '') : `Email：您是指 @${meant} 嗎？`
}

/** The two sentences about a recipient, by what is incomplete. */
export const INCOMPLETE = {
  person: '請填寫完整收件人姓名、手機、Email',
  address: '請填寫完整地址資訊',
} as const
