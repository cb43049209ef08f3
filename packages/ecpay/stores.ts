import { type Ecpay, stateOf } from './context.ts'

/** A store in a chain's list. */
export type Store = {
  readonly id: string
  readonly name: string
  readonly address: string
  readonly phone: string
}

// Every city and county, three districts each; the outlying islands are among them.
const places = `臺北市 中正區 大安區 信義區
新北市 板橋區 中和區 淡水區
基隆市 仁愛區 中正區 信義區
桃園市 桃園區 中壢區 龜山區
新竹市 東區 北區 香山區
新竹縣 竹北市 竹東鎮 湖口鄉
苗栗縣 苗栗市 頭份市 竹南鎮
臺中市 西屯區 北屯區 豐原區
彰化縣 彰化市 員林市 鹿港鎮
南投縣 南投市 草屯鎮 埔里鎮
雲林縣 斗六市 虎尾鎮 臺西鄉
嘉義市 東區 西區 東區
嘉義縣 太保市 民雄鄉 朴子市
臺南市 中西區 東區 永康區
高雄市 前鎮區 三民區 左營區
屏東縣 屏東市 潮州鎮 琉球鄉
宜蘭縣 宜蘭市 羅東鎮 礁溪鄉
花蓮縣 花蓮市 吉安鄉 玉里鎮
臺東縣 臺東市 綠島鄉 蘭嶼鄉
澎湖縣 馬公市 湖西鄉 白沙鄉
金門縣 金城鎮 金湖鎮 金沙鎮
連江縣 南竿鄉 北竿鄉 南竿鄉`
  .split('\n')
  .map((line) => line.split(' '))

const names = '重慶 中山 復興 光復 文化 民生 自由 四維 八德 南昌 仁愛 忠孝'.split(' ')

// The stores that ECPay's stage has, and one that is gone tomorrow.
const FIXED = {
  UNIMART: { first: '131386', rest: 100_001, suffix: '門市' },
  FAMI: { first: '006598', rest: 6601, suffix: '店' },
} as const
export type CvsType = keyof typeof FIXED

const LEAVING = 5
const DAY = 24 * 60 * 60 * 1000

function storeAt(type: CvsType, index: number): Store {
  const { first, rest, suffix } = FIXED[type]
  const row = places[index % places.length] ?? []
  const turn = Math.floor(index / places.length)
  const [city = '', ...districts] = row
  const district = districts[turn % districts.length] ?? ''
  // Both spellings of 臺 occur, and two stores of another city have the same name.
  const written = index % 2 === 1 ? city.replace('臺', '台') : city
  const name = names[(index * 5 + turn) % names.length] ?? ''
  return {
    id: index === 0 ? first : String(rest + index).padStart(6, '0'),
    name: `${name}${suffix}`,
    address: `${written}${district}${name}路${1 + (index % 3)}段${10 + index * 3}號`,
    phone: `02-2311-${String(1000 + index)}`,
  }
}

const COUNT = 66

/** The stores of a chain on the day of the stand-in's clock. */
export function storesOf(ecpay: Ecpay, type: CvsType): readonly Store[] {
  const isTomorrow = stateOf(ecpay).aheadMs >= DAY
  const all = Array.from({ length: COUNT }, (_, index) => storeAt(type, index))
  // The first districts of Taipei have several, so that there is something to choose.
  const more = [0, 1, 2].map((turn) => ({
    ...storeAt(type, 0),
    id: String(FIXED[type].rest + 200 + turn).padStart(6, '0'),
    name: `${['衡陽', '館前', '北車'][turn] ?? ''}${FIXED[type].suffix}`,
    address: `臺北市中正區${['衡陽路', '館前路', '忠孝西路一段'][turn] ?? ''}${7 + turn}號`,
  }))
  return [...all.filter((_, index) => !isTomorrow || index !== LEAVING), ...more]
}

/** The chain of a sub-type's stores. */
export function cvsTypeOf(subType: string): CvsType | undefined {
  if (subType === 'UNIMARTC2C') return 'UNIMART'
  return subType === 'FAMIC2C' ? 'FAMI' : undefined
}

/** A store by the number that a parcel names. */
export function findStore(ecpay: Ecpay, subType: string, id: string): Store | undefined {
  const type = cvsTypeOf(subType)
  return type && storesOf(ecpay, type).find((store) => store.id === id)
}
