import { changedCookie, changeMember, type Member, register, sessionCookie } from './accounts.ts'

const CLAIM = { customAttributes: JSON.stringify({ owner: true }) }

/** An owner of the shop who has just signed in. */
export async function newOwner(
  name = '林店主',
  at?: Parameters<typeof sessionCookie>[1],
): Promise<Member> {
  const member = await register({ emailVerified: true, displayName: name }, at)
  await changeMember(member.uid, CLAIM, at)
  return { ...member, session: await sessionCookie(member, at) }
}

/** A member of the staff, who has just signed in. */
export async function newStaff(): Promise<Member> {
  const member = await register({ emailVerified: true, displayName: '陳包貨' })
  await changeMember(member.uid, { customAttributes: JSON.stringify({ staff: true }) })
  return { ...member, session: await sessionCookie(member) }
}

/** An owner whose sign-in was so many hours ago. */
export async function ownerSince(hours: number): Promise<Member> {
  const owner = await newOwner()
  const seconds = Math.floor(Date.now() / 1000)
  await changeMember(owner.uid, { validSince: String(seconds - 30 * 24 * 60 * 60) })
  const session = changedCookie(owner.session, { auth_time: seconds - hours * 60 * 60 })
  return { ...owner, session }
}

type OwnerCall = { readonly page: string; readonly args: (orderId: string) => object }

const SHEET = '/owner/order/any'

const RECIPIENT = {
  firstName: '芳',
  lastName: '王',
  phone: '0912345678',
  email: 'fang@example.com',
  zipcode: '100',
  city: '臺北市',
  area: '中正區',
  address: '重慶南路一段 122 號',
  store: '',
  note: '',
}

const DATE = { product: 'nothing', shipsAbout: '2099-01-01', reason: 'x' }
const NOBODY = 'nobody@example.com'

const KEY = { id: 'a', rawId: 'a', type: 'public-key', clientExtensionResults: {} }
const ASSERTION = JSON.stringify({
  ...KEY,
  response: { clientDataJSON: 'a', authenticatorData: 'a', signature: 'a' },
})
const REGISTRATION = JSON.stringify({
  ...KEY,
  response: { clientDataJSON: 'a', attestationObject: 'a' },
})

/** Every action of the owner's page: its page, and its arguments for an order with this id. */
export const OWNER_ACTIONS: Readonly<Record<string, OwnerCall>> = {
  shipAction: {
    page: SHEET,
    args: (orderId) => ({ orderId, carrier: '黑貓', trackingNumber: '1', correction: 'no' }),
  },
  completeChosenAction: { page: '/owner/orders', args: (orderIds) => ({ orderIds }) },
  completeAction: { page: SHEET, args: (orderId) => ({ orderId }) },
  editRecipientAction: { page: SHEET, args: (orderId) => ({ orderId, ...RECIPIENT }) },
  noteAction: { page: SHEET, args: (orderId) => ({ orderId, text: 'x' }) },
  cancelByOwnerAction: { page: SHEET, args: (orderId) => ({ orderId, reason: 'x' }) },
  resolveAction: { page: SHEET, args: (orderId) => ({ orderId, end: 'expired', reason: 'x' }) },
  invoiceAction: {
    page: SHEET,
    args: (orderId) => ({ orderId, invoiceNumber: 'AB12345678' }),
  },
  retryInvoiceAction: { page: SHEET, args: (orderId) => ({ orderId }) },
  sendAgainAction: { page: SHEET, args: (orderId) => ({ orderId, to: 'same' }) },
  restockReturnedAction: { page: SHEET, args: (orderId) => ({ orderId, restock: 'yes' }) },
  correctInvoiceAction: {
    page: SHEET,
    args: (orderId) => ({ orderId, invoiceKind: 'carrier', carrier: '/ABC1234' }),
  },
  answerReturnAction: {
    page: SHEET,
    args: (orderId) => ({ orderId, answer: 'accepted', reason: 'x' }),
  },
  startReturnAction: {
    page: SHEET,
    args: (orderId) => ({ orderId, reason: 'x', 'quantity-0': '1', 'wish-0': '' }),
  },
  changeItemsAction: {
    page: SHEET,
    args: (orderId) => ({ orderId, 'size-0': 'L', 'quantity-0': '1' }),
  },
  changeDeliveryAction: {
    page: SHEET,
    args: (orderId) => ({
      orderId,
      to: 'home',
      zipcode: '100',
      city: '臺北市',
      area: '中正區',
      address: 'x',
    }),
  },
  recordManualRefundAction: {
    page: SHEET,
    args: (orderId) => ({
      orderId,
      amount: '1',
      reason: 'x',
      key: '00000000-0000-4000-8000-000000000000',
    }),
  },
  takeBackAction: { page: '/owner/ship', args: (orderIds) => ({ orderIds }) },
  createManualOrderAction: {
    page: '/owner/new',
    args: () => ({
      ...RECIPIENT,
      key: '00000000-0000-4000-8000-000000000000',
      place: 'market',
      paidBy: 'cash',
      delivery: 'handed-over',
    }),
  },
  refundAction: {
    page: SHEET,
    args: (orderId) => ({
      orderId,
      amount: '1',
      reason: 'x',
      key: '00000000-0000-4000-8000-000000000000',
      proof: 'x',
    }),
  },
  refundReviewAction: {
    page: SHEET,
    args: (orderId) => ({
      orderId,
      capture: 'all',
      left: '1',
      reason: 'x',
      key: '00000000-0000-4000-8000-000000000000',
      proof: 'x',
    }),
  },
  previewDateAction: { page: '/owner/date', args: () => DATE },
  changeDateAction: { page: '/owner/date', args: () => DATE },
  findCustomerAction: { page: '/owner/customer', args: () => ({ customer: NOBODY }) },
  exportCustomerAction: {
    page: '/owner/customer',
    args: () => ({ customer: NOBODY, form: 'page' }),
  },
  eraseCustomerAction: { page: '/owner/customer', args: () => ({ customer: NOBODY, proof: 'x' }) },
  beginProofAction: { page: '/owner/proof', args: () => ({}) },
  finishProofAction: { page: '/owner/proof', args: () => ({ response: ASSERTION }) },
  recoveryCodeAction: { page: '/owner/proof', args: () => ({ code: '0'.repeat(16) }) },
  signInProofAction: { page: '/owner/proof', args: () => ({ proof: 'x' }) },
  beginPasskeyAction: { page: '/owner/proof', args: () => ({}) },
  finishPasskeyAction: { page: '/owner/proof', args: () => ({ response: REGISTRATION }) },
  removePasskeyAction: { page: '/owner/proof', args: () => ({ id: 'x' }) },
  renewCodesAction: { page: '/owner/proof', args: () => ({}) },
  searchOrdersAction: { page: '/owner/orders', args: () => ({ search: 'x' }) },
  searchAuditAction: { page: '/owner/audit', args: () => ({ kind: '', about: 'x' }) },
  deleteApplicationAction: { page: '/owner/join', args: () => ({ id: '0'.repeat(32) }) },
  showHalfAction: { page: '/owner/halves', args: () => ({ id: '0'.repeat(32) }) },
  putAsideHalfAction: { page: '/owner/halves', args: () => ({ id: '0'.repeat(32) }) },
  blockNameAction: { page: '/owner/halves', args: () => ({ id: '0'.repeat(32), name: 'x' }) },
  unblockNameAction: { page: '/owner/halves', args: () => ({ id: '0'.repeat(32), name: 'x' }) },
  previewContentAction: {
    page: '/owner/content',
    args: () => ({ path: 'x', values: '{}', body: '' }),
  },
  saveContentAction: {
    page: '/owner/content',
    args: () => ({ path: 'x', values: '{}', body: '', version: '' }),
  },
  saveDraftAction: {
    page: '/owner/content',
    args: () => ({ path: 'x', values: '{}', body: '', version: '' }),
  },
  savePricesAction: { page: '/owner/content', args: () => ({ prices: '[]', sure: '' }) },
  findOrderAction: { page: '/owner', args: () => ({ search: 'x' }) },
  saveDraftsAction: { page: '/owner/content', args: () => ({ files: '[]' }) },
  removeContentAction: { page: '/owner/content', args: () => ({ path: 'x', version: '' }) },
  undoSaveAction: { page: '/owner/content', args: () => ({ id: 'x' }) },
  writeInvoicesAction: {
    page: '/owner/books',
    args: (orderId) => ({ invoices: `${orderId} AB12345678` }),
  },
  changeStockAction: {
    page: '/owner/stock',
    args: () => ({ product: 'nothing', reason: 'x', how: 'add', total: '1' }),
  },
  changeSaleAction: {
    page: '/owner/stock',
    args: () => ({ product: 'nothing', reason: 'x', sale: 'off' }),
  },
  makeCodeAction: {
    page: '/owner/discounts',
    args: () => ({
      id: 'SUMMER',
      gives: 'percent',
      value: '10',
      from: '',
      starts: '',
      ends: '',
      mostUses: '',
      mostPerMember: '',
      note: '',
      proof: 'x',
    }),
  },
  pauseCodeAction: {
    page: '/owner/discounts',
    args: () => ({ id: 'SUMMER', state: 'paused', proof: 'x' }),
  },
  switchRemindersAction: { page: '/owner', args: () => ({ reminders: 'on' }) },
  recountAction: { page: '/owner', args: () => ({}) },
  releaseReservationsAction: { page: '/owner', args: () => ({ product: 'nothing' }) },
  previewReceiptAction: { page: '/owner/arrival', args: () => ({ product: 'nothing' }) },
  receiveStockAction: { page: '/owner/arrival', args: () => ({ product: 'nothing' }) },
  moveDeadlineAction: {
    page: '/owner',
    args: () => ({ product: 'nothing', until: '2099-01-01' }),
  },
  publishFactsAction: { page: '/owner', args: () => ({ product: 'nothing' }) },
  changeFactsDayAction: {
    page: '/owner',
    args: () => ({ product: 'nothing', until: '2099-01-01', reason: 'x' }),
  },
  completeManualRefundAction: {
    page: SHEET,
    args: (orderId) => ({ orderId, number: '1', day: '2026-01-01', reference: 'x' }),
  },
  withdrawManualRefundAction: {
    page: SHEET,
    args: (orderId) => ({ orderId, number: '1', reason: 'x' }),
  },
  requestBankAccountAgainAction: {
    page: SHEET,
    args: (orderId) => ({ orderId, number: '1', reason: 'x' }),
  },
  showRefundAccountAction: {
    page: SHEET,
    args: (orderId) => ({ orderId, number: '1', proof: 'x' }),
  },
  withdrawCancellationAction: { page: SHEET, args: (orderId) => ({ orderId, reason: 'x' }) },
  endSaleAction: { page: '/owner', args: () => ({ product: 'nothing' }) },
  bookParcelsAction: { page: '/owner/parcels', args: (orderIds) => ({ orderIds }) },
  cancelParcelsAction: { page: '/owner/parcels', args: (orderIds) => ({ orderIds }) },
  settleParcelsAction: { page: '/owner/parcels', args: (orderIds) => ({ orderIds }) },
  previewParcelsAction: {
    page: '/owner/ship',
    args: (orderId) => ({ carrier: '', text: `${orderId} 9070` }),
  },
  shipPastedAction: {
    page: '/owner/ship',
    args: (orderId) => ({ carrier: '黑貓', text: `${orderId} 9070` }),
  },
}
