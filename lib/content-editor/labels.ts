import { MAIL_TITLES } from '#lib/mail/mail-titles.ts'
import type { ContentFile, ContentKind } from './content-kind.ts'

/** Labels of the kinds of files. */
export const KIND_TITLES: Readonly<Record<ContentKind, string>> = {
  products: '商品',
  offers: '優惠',
  blog: '文章',
  info: '資訊頁',
  mails: '信件',
  creators: '創作者',
  garments: '衣服上的碼',
}

const MAILS: Readonly<Record<string, string>> = MAIL_TITLES

// Pages whose title is another text than what the owner looks for.
const PAGES: Readonly<Record<string, string>> = {
  home: '首頁',
  shop: '商品列表',
  blog: '文章列表',
  join: '一起創作',
  garment: '衣服上的碼打開的頁面',
  trade: '店的資料與數字',
  moved: '搬家前的網址',
}

/** Title of a file that is known by its name: a mail, or a page of the shop, or undefined for others. */
export function knownTitle({ kind, name }: Pick<ContentFile, 'kind' | 'name'>): string | undefined {
  if (kind === 'mails') return MAILS[name]
  return kind === 'info' ? PAGES[name] : undefined
}

const LABELS: Readonly<Record<string, string>> = {
  date: '上架日或發布日',
  title: '標題',
  subtitle: '副標題',
  description: '說明',
  subject: '主旨',
  preorder: '預購',
  preorder_deadline: '預購截止日',
  estimated_ship_date: '預計出貨日（之後請在「更改預購出貨日」改）',
  price: '價格（元）',
  sale_price: '優惠價（元）',
  sale_start: '優惠開始日',
  sale_end: '優惠結束日（含當天）',
  draft: '草稿（不顯示）',
  currency: '幣別',
  colors: '顏色',
  sizes: '尺寸',
  shared_size_chart: '用共同的尺寸表',
  size_chart: '專屬的尺寸表（每個尺寸一列，公分與公斤）',
  size: '尺寸',
  length: '衣長',
  shoulder: '肩寬',
  chest: '胸寬',
  sleeve: '袖長',
  height_from: '建議身高，從',
  height_to: '建議身高，到',
  weight_from: '建議體重，從',
  weight_to: '建議體重，到',
  stock: '庫存（之後請在「庫存」更正）',
  stock_by_size: '各尺寸庫存（之後請在「庫存」更正）',
  preorder_limit: '預購上限（件）',
  image: '主圖',
  gallery: '其他圖片',
  cover: '封面',
  src: '圖片路徑',
  alt: '圖上看見什麼',
  renderings: '圖片是電腦算繪',
  photos: '實品照片（排在最前面）',
  wearer: '穿著的人',
  height: '身高（公分）',
  shown_unproven: '沒有照片與規格仍上架',
  tags: '標籤',
  category: '分類',
  subcategory: '系列',
  creator: '創作者',
  motif: '圖樣',
  gtin: '國際條碼（GTIN）',
  material: '材質',
  facts: '規格',
  facts_known_by: '其餘規格公布日',
  facts_left_out: '確定不寫規格',
  organic_certificate: '有機認證證書號',
  care: '洗滌方式',
  name: '名稱',
  value: '色碼',
  author: '作者',
  updated: '更新日',
  groups: '問題分組',
  items: '項目',
  question: '問題',
  answer: '回答',
  footer: '頁尾欄位',
  footer_order: '頁尾順序',
  indexed: '讓搜尋引擎收錄',
  text: '文字',
  label: '按鈕文字',
  href: '連到',
  action: '按鈕',
  weight: '布重',
  thickness: '厚薄',
  sheerness: '透膚度',
  stretch: '彈性',
  origin: '產地',
  embroidery: '刺繡尺寸',
  model: '模特兒身高與尺寸',
  shrinkage: '縮水',
  intro: '開頭的文字',
  about: '關於我們',
  address: '地址',
  again: '再一件',
  article: '文章',
  badges: '三項保證',
  camera: '相機',
  categories: '分類',
  coming_soon: '未上架時的文字',
  featured: '最新商品',
  from: '從哪個月（YYYY-MM）',
  gone: '不再販售時的文字',
  greeting: '招呼',
  hero: '首頁開頭',
  hours_note: '客服時間的補充',
  join: '一起創作',
  journal: '文章',
  kind: '身分',
  licence: '授權說明',
  links: '連結',
  more: '更多',
  moved: '舊網址',
  percent: '百分比',
  plain: '沒有圖樣時的文字',
  portrait: '照片',
  product: '商品編號',
  representative: '負責人',
  sender: '寄件人（超商與宅配寄件、退貨寄回的地方）',
  zipcode: '郵遞區號',
  company: '公司名稱',
  email: '客服信箱',
  hours: '客服時間',
  delivery_fee: '運費（元；0 是全館免運）',
  free_delivery_from: '免運門檻（商品金額滿多少元；不填就沒有免運）',
  most_pieces: '同款同尺寸一筆訂單最多幾件',
  shares: '分潤',
  slug: '網址裡的名稱（英文小寫）',
  social: '社群帳號',
  sound: '聲音',
  story: '由來的標題',
  tax_id: '統一編號',
  closed_from: '休假開始日（暫停出貨；不休假就留空）',
  closed_until: '休假結束日（含當天）',
  to: '轉到店裡的哪一頁（以 / 開頭）',
  topics: '聯絡的主題',
  where: '所在地',
  works: '作品（商品編號）',
  gives: '優惠的方式',
  amount: '多少（一組賣幾元、折百分之幾，或折幾元；免運費不填）',
  units: '幾件（一組幾件，或買幾件以上）',
  minimum: '滿多少元',
  starts: '開始日',
  ends: '結束日（含當天）',
  products: '只限這些商品（商品編號；不填就是全部）',
  creators: '只限這些創作者的商品（創作者的檔名）',
  paused: '先停用',
}

// Fields whose name means something else where it stands.
const LABELS_IN_PLACE: Readonly<Record<string, string>> = {
  'facts.label': '織標尺寸',
  'photos.wearer.size': '穿的尺寸',
  phone: '電話',
  'hero.image.phone': '手機用的圖',
  'sender.name': '寄件人姓名（和身分證相同）',
  'sender.phone': '寄件人手機',
  'sender.address': '寄件與退貨的地址',
  'categories.label': '分類名稱',
  'moved.from': '從前的網址（整段貼上，或 / 後面的部分）',
}

const isPlace = (part: string) => /^\d+$/.test(part)

/** What yes, no and leaving a flag out do, in the owner's words. */
export type FlagLabels = { readonly yes: string; readonly no: string; readonly unset: string }

const PLAIN_FLAG: FlagLabels = { yes: '是', no: '否', unset: '照預設（否）' }

const FLAGS: Readonly<Record<string, FlagLabels>> = {
  preorder: {
    yes: '是：現在先訂、之後出貨，頁面寫預計出貨日',
    no: '否：賣庫存裡的件數，0 件就是已售完',
    unset: '（請選擇）',
  },
  draft: {
    yes: '是：店裡看不到',
    no: '否：上架日起在店裡看得到',
    unset: '照預設：上架日起在店裡看得到',
  },
  renderings: {
    yes: '是：圖下寫「商品圖為電腦算繪」',
    no: '否：是拍攝的照片，什麼都不寫',
    unset: '照預設：是拍攝的照片，什麼都不寫',
  },
  shared_size_chart: {
    yes: '是：量過了，和共同的尺寸表（M 衣長 68、胸寬 51 公分）相同',
    no: '否：用下面專屬的尺寸表',
    unset: '尚未確認（無法儲存，除非填寫專屬的尺寸表）',
  },
  shown_unproven: {
    yes: '是：沒有實品照片與規格，仍然上架',
    no: '否：有照片或規格以前不上架',
    unset: '照預設：有照片或規格以前不上架',
  },
  facts_left_out: {
    yes: '是：頁面不寫布重、透膚度與產地，也不會再提醒',
    no: '否：要寫規格，或寫哪一天以前公布',
    unset: '照預設：要寫規格，或寫哪一天以前公布',
  },
  paused: {
    yes: '是：不套用，頁面也不寫',
    no: '否：日子到了就套用',
    unset: '照預設：日子到了就套用',
  },
  indexed: {
    yes: '是：搜尋引擎會收錄這一頁',
    no: '否：搜尋引擎不收錄這一頁',
    unset: '照預設：不收錄',
  },
}

/** The words of a flag by the name of its field. */
export function flagLabels(path: string): FlagLabels {
  return FLAGS[path.split('.').at(-1) ?? path] ?? PLAIN_FLAG
}

// Values of a field that the file has in English, in the owner's words.
const OPTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  gives: {
    bundle: '幾件一組的價格',
    percent: '折百分之幾',
    amount: '折幾元',
    'free-delivery': '免運費',
  },
  kind: { studio: '設計室', person: '創作者' },
  motif: { ridge: '山稜', circle: '圓' },
}

/** A value that a field may have, as its form shows it; one that needs no words stays. */
export function optionLabel(path: string, option: string): string {
  return OPTIONS[path.split('.').at(-1) ?? path]?.[option] ?? option
}

/** Label of a field by its path, such as facts.label; defaults to its name in the file. */
export function labelOf(path: string): string {
  const names = path.split('.').filter((part) => !isPlace(part))
  const name = names.at(-1) ?? path
  return LABELS_IN_PLACE[names.join('.')] ?? LABELS[name] ?? name
}

/** A field by its path as its form names it, such as 顏色 1 的色碼. */
export function fieldText(path: string): string {
  const [field = path, ...kind] = path.split(/(?= 的)/)
  const parts = field.split('.')
  const words = parts.flatMap((part, at) => {
    if (isPlace(part)) return []
    const next = parts[at + 1] ?? ''
    const label = labelOf(parts.slice(0, at + 1).join('.'))
    return [isPlace(next) ? `${label} ${Number(next) + 1}` : label]
  })
  return words.join(' 的') + kind.join('')
}

/** Why a field can't be saved that its owner left empty. */
export const UNFILLED = '請填寫'

/** What is wrong with a field, as its form says it: 請填標題, or 價格（元）：必須是整數. */
export function problemText(path: string, reason: string): string {
  return reason === UNFILLED ? `請填${fieldText(path)}` : `${fieldText(path)}：${reason}`
}

/** A file as the editor names it; one that it does not edit by its path. */
export function fileText(
  file: Pick<ContentFile, 'kind' | 'name'> | undefined,
  path: string,
): string {
  return file ? `${KIND_TITLES[file.kind]} ${knownTitle(file) ?? file.name} ` : `${path} `
}
