import {
  type FieldProblem,
  RECIPIENT_LABELS,
  type RecipientField,
} from '#lib/delivery/recipient.ts'

const MALFORMED: Partial<Record<RecipientField, string>> = {
  email: 'Email 格式不正確，例如 name@example.com',
  phone: '手機號碼格式不正確，例如 0912345678',
  zipcode: '郵遞區號是 3、5 或 6 位數字',
  store: '門市店號：7-11 是 6 位數字，全家是 5 或 6 位數字',
}

const CHOSEN: readonly RecipientField[] = ['city', 'area']

/** What is wrong with one field, beside it. */
export function fieldMessage(field: RecipientField, problem: FieldProblem): string {
  const malformed = MALFORMED[field]
  if (problem === 'malformed' && malformed) return malformed
  return `${CHOSEN.includes(field) ? '請選擇' : '請填寫'}${RECIPIENT_LABELS[field]}`
}

/** The two sentences about a recipient, by what is incomplete (rule 36). */
export const INCOMPLETE = {
  person: '請填寫完整收件人姓名、手機、Email',
  address: '請填寫完整地址資訊',
} as const
