import { type PublicTrade } from '#lib/company/trade-schema.ts'
import { missingProof, type Product } from '#lib/product/product.ts'
import { contentFilePath, OWNER_PATHS } from '#lib/routes/owner-paths.ts'

/** A step of the first hour, with its page where the owner does it herself. */
export type OpeningStep = {
  readonly title: string
  readonly words: string
  readonly href?: string | undefined
  readonly isDone: boolean
  /** A shop can open without it. */
  readonly isOptional?: true
}

type Shop = {
  readonly trade: Pick<PublicTrade, 'tax_id' | 'representative' | 'address' | 'phone'>
  readonly products: readonly Product[]
  /** How many payment methods are set up. */
  readonly methods: number
  readonly issuesInvoices: boolean
  /** How many orders there ever were. */
  readonly orders: number
}

const SELLER = {
  tax_id: '統一編號',
  representative: '代表人',
  address: '地址',
  phone: '電話',
} as const satisfies Partial<Record<keyof PublicTrade, string>>

type SellerField = keyof typeof SELLER
const SELLER_FIELDS: readonly SellerField[] = ['tax_id', 'representative', 'address', 'phone']

const hasSizes = ({ shared_size_chart, size_chart }: Product) =>
  shared_size_chart === true || size_chart !== undefined

const titles = (products: readonly Product[]) => products.map(({ title }) => title).join('、')

// A step about goods: done where none lacks it, else with those that do and the page of the first.
function goodsStep(
  title: string,
  lacking: readonly Product[],
  href = (first: Product): string => contentFilePath(`products/${first.id}.md`),
): OpeningStep {
  const [first] = lacking
  return {
    title,
    words: first ? `還缺：${titles(lacking)}` : '',
    href: first && href(first),
    isDone: first === undefined,
  }
}

/** What a shop needs before it opens, in the order in which one does it. */
export function openingSteps(shop: Shop): readonly OpeningStep[] {
  const { trade, products, methods, issuesInvoices, orders } = shop
  const unknown = SELLER_FIELDS.filter((name) => trade[name] === '').map((name) => SELLER[name])
  const lacks = (what: 'photograph' | 'facts') =>
    products.filter((product) => missingProof(product).includes(what))
  return [
    {
      title: '公司資料',
      words: unknown.length === 0 ? '' : `還缺：${unknown.join('、')}`,
      href: contentFilePath('info/trade.md'),
      isDone: unknown.length === 0,
    },
    goodsStep('商品規格', lacks('facts')),
    goodsStep(
      '尺寸表',
      products.filter((product) => !hasSizes(product)),
    ),
    goodsStep('實品照片', lacks('photograph')),
    goodsStep(
      '庫存',
      products.filter(({ preorder, stock }) => !preorder && stock === 0),
      () => OWNER_PATHS.stock,
    ),
    {
      title: '收款帳號',
      words: methods === 0 ? '請工程師填入金流的金鑰，並執行 npm run doctor' : '',
      isDone: methods > 0,
    },
    {
      title: '電子發票帳號',
      words: issuesInvoices ? '' : '向綠界申請後自動開立；也可以自行開立，到「帳務」貼回號碼',
      isDone: issuesInvoices,
      isOptional: true,
    },
    {
      title: '試買一筆',
      words: orders === 0 ? '用自己的帳號下單、付款，再到訂單頁退款' : '',
      isDone: orders > 0,
    },
  ]
}

/** Whether a shop still has to do any of what it can't open without. */
export function isOpening(steps: readonly OpeningStep[]): boolean {
  return steps.some(({ isDone, isOptional }) => !isDone && !isOptional)
}
