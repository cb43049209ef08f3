import { answer, type Reply } from '../stand-in/http.ts'
import { LOGISTICS } from './accounts.ts'
import { type Ecpay } from './context.ts'
import type { Operation } from './faults.ts'
import { labelsPage } from './pages.ts'
import { addEvent, createParcel, findParcel, FormRefusal } from './parcels.ts'
import type { Parcel } from './records.ts'
import { type Form, withMac } from './signing.ts'
import { type CvsType, findStore, storesOf } from './stores.ts'

/** Does what a form asks. Throws FormRefusal. */
export type FormHandle = (ecpay: Ecpay, form: Form) => Reply

/** A text as ECPay sends it. */
export function plain(text: string): Reply {
  return { ...answer(200, text), type: 'text/html; charset=utf-8' }
}

/** Fields as ECPay answers them. Bare: a reader that takes a plus for a blank reads something else. */
export function bare(form: Form): string {
  return Object.entries(form)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}

function shuffle(form: Form): Form {
  return Object.fromEntries(
    Object.entries(form)
      .map((pair) => ({ pair, at: Math.random() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ pair }) => pair),
  )
}

const stores: FormHandle = (ecpay, { CvsType: type = '' }) => {
  const wanted = (['UNIMART', 'FAMI'] as const satisfies CvsType[]).filter(
    (one) => type === 'All' || type === one,
  )
  if (wanted.length === 0)
    return answer(200, { RtnCode: 0, RtnMsg: 'CvsType錯誤', StoreList: null })
  const StoreList = wanted.map((CvsType) => ({
    CvsType,
    StoreInfo: storesOf(ecpay, CvsType).map(({ id, name, address, phone }) => ({
      StoreId: id,
      StoreName: name,
      StoreAddr: address,
      StorePhone: phone,
    })),
  }))
  return answer(200, { RtnCode: 1, RtnMsg: '成功', StoreList })
}

const typeOf = (subType: string) => (subType === 'TCAT' ? 'HOME' : 'CVS')

const common = ({ id, number, subType, amount, paymentNo, validation }: Parcel): Form => ({
  MerchantID: LOGISTICS.merchantId,
  MerchantTradeNo: number,
  AllPayLogisticsID: id,
  LogisticsType: typeOf(subType),
  LogisticsSubType: subType,
  GoodsAmount: String(amount),
  CVSPaymentNo: subType === 'TCAT' ? '' : paymentNo,
  CVSValidationNo: validation,
  BookingNote: subType === 'TCAT' ? paymentNo : '',
})

/** The signed push form of a parcel's event. */
export function statusForm(parcel: Parcel, { code, at }: Parcel['events'][number]): Form {
  const { receiver } = parcel
  return withMac(
    {
      ...common(parcel),
      RtnCode: code,
      RtnMsg: `狀態 ${code}`,
      UpdateStatusDate: at.replaceAll('-', '/'),
      ReceiverName: receiver.name,
      ReceiverPhone: '',
      ReceiverCellPhone: receiver.mobile,
      ReceiverEmail: '',
      ReceiverAddress: '',
    },
    LOGISTICS,
  )
}

const create: FormHandle = (ecpay, form) => {
  const parcel = createParcel(ecpay, form)
  const [event] = parcel.events
  if (event === undefined) throw new Error('A parcel begins with an event.')
  return plain(`1|${bare(shuffle(statusForm(parcel, event)))}`)
}

const byId = (ecpay: Ecpay, form: Form): Parcel => {
  const parcel = ecpay.store.parcels
    .list()
    .find(
      ({ id, number }) => id === form['AllPayLogisticsID'] || number === form['MerchantTradeNo'],
    )
  if (parcel === undefined) throw new FormRefusal('10500016 查無物流訂單資料')
  return parcel
}

const FRESH_FOR = 180

const query: FormHandle = (ecpay, form) => {
  if (Math.abs(Date.now() / 1000 - Number(form['TimeStamp'])) > FRESH_FOR) {
    throw new FormRefusal('10100058 TimeStamp已過期')
  }
  const parcel = byId(ecpay, form)
  const { LogisticsSubType: _, ...rest } = common(parcel)
  const fields = {
    ...rest,
    // The query's name of the way is another than that of the call that made it.
    LogisticsType: `${typeOf(parcel.subType)}_${parcel.subType}`,
    LogisticsStatus: parcel.events.at(-1)?.code ?? '300',
    TradeDate: parcel.createdAt.replaceAll('-', '/'),
    GoodsName: parcel.goods,
    HandlingCharge: '60',
    CollectionAmount: String(parcel.collect),
    CollectionChargeFee: '0',
    CollectionAllocateAmount: '0',
    CollectionAllocateDate: '',
    ShipChargeDate: '',
    ShipmentNo: '',
    SenderName: parcel.sender.name,
    SenderPhone: '',
    SenderCellPhone: parcel.sender.mobile,
  }
  return plain(bare(withMac(fields, LOGISTICS)))
}

function requireIds(parcel: Parcel, form: Form): void {
  const isRight =
    form['CVSPaymentNo'] === parcel.paymentNo &&
    (parcel.subType !== 'UNIMARTC2C' || form['CVSValidationNo'] === parcel.validation)
  if (!isRight) throw new FormRefusal('10500055 寄貨編號錯誤')
}

const changeStore: FormHandle = (ecpay, form) => {
  const parcel = byId(ecpay, form)
  requireIds(parcel, form)
  const store = form['ReceiverStoreID'] ?? ''
  if (form['StoreType'] !== '01' || !findStore(ecpay, parcel.subType, store)) {
    throw new FormRefusal('10500045 收件門市不存在')
  }
  addEvent(ecpay, { ...parcel, store }, '2105')
  return plain('1|OK')
}

const cancel: FormHandle = (ecpay, form) => {
  const parcel = byId(ecpay, form)
  requireIds(parcel, form)
  if (parcel.subType !== 'UNIMARTC2C') throw new FormRefusal('10500060 此物流不可取消')
  if (parcel.events.at(-1)?.code !== '300') throw new FormRefusal('10500061 訂單狀態不可取消')
  addEvent(ecpay, parcel, '9999')
  return plain('1|OK')
}

const print: FormHandle = (ecpay, form) => {
  const ids = (form['AllPayLogisticsID'] ?? '').split(',')
  const numbers = (form['CVSPaymentNo'] ?? '').split(',')
  const codes = (form['CVSValidationNo'] ?? '').split(',')
  if (ids.length !== numbers.length) throw new FormRefusal('10500055 寄貨編號錯誤')
  const parcels = ids.map((id, index) => {
    const parcel = findParcel(ecpay, id)
    if (parcel === undefined) throw new FormRefusal('10500016 查無物流訂單資料')
    requireIds(parcel, { CVSPaymentNo: numbers[index] ?? '', CVSValidationNo: codes[index] ?? '' })
    return parcel
  })
  return labelsPage(ecpay, parcels)
}

const printHome: FormHandle = (ecpay, { AllPayLogisticsID: ids = '' }) => {
  const parcels = ids.split(',').map((AllPayLogisticsID) => byId(ecpay, { AllPayLogisticsID }))
  if (parcels.some(({ subType }) => subType !== 'TCAT')) {
    throw new FormRefusal('10500055 寄貨編號錯誤')
  }
  return labelsPage(ecpay, parcels)
}

/** The calls of logistics, by their path. */
export const logisticsRoutes: Readonly<Record<string, readonly [Operation, FormHandle]>> = {
  '/Helper/GetStoreList': ['stores', stores],
  '/Express/Create': ['create', create],
  '/Helper/QueryLogisticsTradeInfo/V5': ['query', query],
  '/Express/UpdateStoreInfo': ['change-store', changeStore],
  '/Express/CancelC2COrder': ['cancel', cancel],
  '/Express/PrintUniMartC2COrderInfo': ['print', print],
  '/Express/PrintFAMIC2COrderInfo': ['print', print],
  '/helper/printTradeDocument': ['print', printHome],
}
