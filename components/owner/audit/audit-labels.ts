import { type AuditKind, NOBODY } from '#lib/audit/audit.ts'
import type { AuditEntry } from '#lib/audit/record.ts'
import type { Refusal } from '#lib/http/request-filter.ts'

/** Labels of the audit entry kinds. */
export const AUDIT_LABELS: Readonly<Record<AuditKind, string>> = {
  'sign-in': '登入',
  'sign-in-refused': '登入被拒絕',
  'sign-out': '登出',
  'sign-out-everywhere': '登出所有裝置',
  'account-deleted': '會員刪除帳號',
  'data-request': '會員提出資料請求',
  'owner-action': '店主操作',
  'owner-refused': '非店主呼叫店主操作',
  'owner-granted': '給予店主權限',
  'staff-granted': '給予出貨權限',
  'owner-revoked': '收回店主權限',
  'passkeys-reset': '移除店主的通行密鑰',
  'breach-list': '列出個資事故的當事人',
  'breach-notice': '寄出個資事故通知',
  download: '下載帳務檔案',
  'foreign-origin': '其他網站送來的請求被拒絕',
  'request-refused': '不正確的請求被拒絕',
}

const ACTIONS: Readonly<Record<string, string>> = {
  shipAction: '出貨或更正包裹',
  shipPastedAction: '整批出貨',
  completeAction: '完成訂單',
  editRecipientAction: '修改收件人',
  noteAction: '加註',
  cancelByOwnerAction: '取消訂單',
  resolveAction: '結束核對',
  invoiceAction: '填寫發票號碼',
  answerReturnAction: '回覆退換貨',
  refundAction: '退款',
  completeManualRefundAction: '登記人工退款',
  withdrawManualRefundAction: '撤回人工退款',
  showRefundAccountAction: '查看退款帳戶',
  requestBankAccountAgainAction: '再請買家填退款帳戶',
  releaseReservationsAction: '釋出保留的商品',
  previewReceiptAction: '試算貨到了',
  receiveStockAction: '貨到了',
  moveDeadlineAction: '更改預購截止日',
  endSaleAction: '結束銷售',
  publishFactsAction: '公布規格',
  changeFactsDayAction: '更改規格公布日',
  withdrawCancellationAction: '撤回取消申請',
  recountAction: '依訂單重新核對數字',
  findCustomerAction: '查詢顧客',
  exportCustomerAction: '下載顧客的資料',
  eraseCustomerAction: '刪除顧客的資料',
  previewDateAction: '試算出貨日',
  changeDateAction: '更改出貨日',
  deleteApplicationAction: '刪除共創來信',
  showHalfAction: '顯示另一半',
  putAsideHalfAction: '收起另一半',
  blockNameAction: '封鎖名字',
  unblockNameAction: '解除封鎖名字',
  findOrderAction: '搜尋訂單',
  searchOrdersAction: '搜尋訂單',
  searchAuditAction: '搜尋操作紀錄',
  beginProofAction: '開始用通行密鑰確認',
  finishProofAction: '用通行密鑰確認身分',
  recoveryCodeAction: '用備援碼確認身分',
  signInProofAction: '重新登入確認身分',
  beginPasskeyAction: '開始加入通行密鑰',
  finishPasskeyAction: '加入通行密鑰',
  removePasskeyAction: '移除通行密鑰',
  renewCodesAction: '產生新的備援碼',
  completeChosenAction: '一起完成訂單',
  takeBackAction: '收回出貨',
  previewParcelsAction: '查看要出貨的清單',
  changeItemsAction: '更改尺寸或件數',
  changeDeliveryAction: '更改配送方式',
  createManualOrderAction: '手動建立訂單',
  recordManualRefundAction: '登記退款',
  startReturnAction: '代買家申請退換貨',
  refundReviewAction: '退款並結束核對',
  retryInvoiceAction: '再試一次開立發票',
  correctInvoiceAction: '更正發票資料',
  restockReturnedAction: '登記退回的商品',
  sendAgainAction: '再寄一次',
  writeInvoicesAction: '整批登記發票號碼',
  previewContentAction: '檢查內容',
  saveContentAction: '儲存內容',
  saveDraftAction: '放著內容',
  saveDraftsAction: '一起儲存內容',
  savePricesAction: '儲存價格',
  removeContentAction: '刪除內容',
  undoSaveAction: '復原內容',
  changeStockAction: '更正件數',
  changeSaleAction: '下架或重新上架',
  switchRemindersAction: '開關付款提醒',
  bookParcelsAction: '建立寄件',
  cancelParcelsAction: '取消寄件',
  settleParcelsAction: '確認寄件',
  savePicture: '上傳照片',
  makeCodeAction: '建立折扣碼',
  pauseCodeAction: '暫停或恢復折扣碼',
}

const STATUSES: Readonly<Record<`${NonNullable<Refusal>}`, string>> = {
  400: '格式不對',
  403: '來自其他網站',
  404: '沒有這個網址',
  405: '這個網址不收這種請求',
  409: '這個版本沒有的操作',
  411: '內容沒有長度',
  413: '內容太大',
  415: '不收這種內容',
}

/** Words of what was refused and counted: the status of the answer, or the owner's action, or undefined for others. */
export function refusalText(outcome: string): string | undefined {
  const labels: Readonly<Record<string, string>> = { ...ACTIONS, ...STATUSES }
  return labels[outcome]
}

/** Words of who did it. A uid stays one: it is what the trail is searched by. */
export function whoText(who: string): string {
  if (who === NOBODY) return '未登入'
  return who === 'command' ? '主機上的指令' : who
}

const OBJECTS: readonly (readonly [RegExp, string])[] = [
  [/^customer-(?=[\da-f]{16}$)/, '顧客 '],
  [/^typed-(?=[\da-f]{16}$)/, '輸入的文字 '],
  [/^money-/, '收支 '],
  [/^orders-/, '訂單 '],
  [/^export$/, '資料複本'],
  [/^erase$/, '刪除資料'],
]

/** Words of what it was about; a hash stands for what may be personal. */
export function objectText(object: string): string {
  return OBJECTS.reduce((text, [pattern, words]) => text.replace(pattern, words), object)
}

/** Words of an entry's count: refusals of a minute, or mails about a breach. */
export function countText({ kind, count }: Pick<AuditEntry, 'kind' | 'count'>): string {
  return kind === 'breach-notice' ? `寫好 ${count} 封` : `一分鐘內 ${count} 次`
}

/** Label of an audit entry. */
export function auditText({
  kind,
  action,
  via,
}: Pick<AuditEntry, 'kind' | 'action' | 'via'>): string {
  // An action of an older version has no words.
  const what = action === undefined ? AUDIT_LABELS[kind] : (ACTIONS[action] ?? action)
  return via === 'command' ? `${what}（主機上的指令）` : what
}
