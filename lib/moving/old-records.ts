import { isEmail, toSingleLine } from '../text/plain-text.ts'

/** The rows of a file by RFC 4180: cells in quotes may hold marks, quotes and line breaks. The mark is what its first line has. */
export function cellsIn(text: string): readonly (readonly string[])[] {
  const file = text.replace(/^\uFEFF/, '')
  const [first = ''] = file.split(/\r?\n/, 1)
  const mark = ['\t', ';'].find((one) => first.includes(one) && !first.includes(',')) ?? ','
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  const endRow = () => {
    rows.push([...row, cell])
    row = []
    cell = ''
  }
  for (let at = 0; at < file.length; at += 1) {
    const sign = file[at] ?? ''
    if (isQuoted && sign === '"' && file[at + 1] === '"') {
      cell += '"'
      at += 1
    } else if (sign === '"' && (isQuoted || cell === '' || cell === '=')) {
      // A spreadsheet writes ="0123" where digits are to stay.
      if (!isQuoted) cell = ''
      isQuoted = !isQuoted
    } else if (isQuoted) cell += sign
    else if (sign === mark) {
      row.push(cell)
      cell = ''
    } else if (sign === '\n') endRow()
    else if (sign !== '\r') cell += sign
  }
  if (cell !== '' || row.length > 0) endRow()
  return rows
}

/** What is brought along from a shop before this one, to read only: its customers, and its orders. */
export const OLD_KINDS = ['customers', 'orders'] as const
export type OldKind = (typeof OLD_KINDS)[number]

/** Whom an old record is of, in single lines; what is not known is empty. */
type OldPerson = {
  readonly email: string
  readonly name: string
  readonly phone: string
}

/** A row as it was read, by its fields; a total in whole TWD, a day as YYYY-MM-DD. */
type OldRow = Readonly<Record<string, string | number>>

/** Why a cell can't be taken, by the row of the file (from 1, its header counted) and the name of its column. */
export type BadCell = { readonly row: number; readonly column: string; readonly reason: string }

/** The most rows of one file, and the most characters of a cell. */
export const MOST_ROWS = 5000
const LONGEST = 500

type Reading = { readonly value: string | number } | { readonly reason: string }

type Column = {
  readonly field: string
  /** Names of the column, as shops export it; the first is the one that is asked for. */
  readonly names: readonly [string, ...string[]]
  readonly isNeeded?: true
  readonly read?: (text: string) => Reading
}

// 2024/3/5 13:20 and 2024-03-05T05:20:00Z are that day.
function readDay(text: string): Reading {
  const [, year = '', month = '', day = ''] =
    /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[T ].*)?$/.exec(text) ?? []
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(`${written}T00:00:00Z`)
  const isDay = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(written)
  return isDay ? { value: written } : { reason: '要像 2024-03-05，而且真的有這一天' }
}

function readAmount(text: string): Reading {
  const plain = text.replaceAll(/^(?:NT\$|TWD|\$)|[,\s]|元$/gi, '')
  return /^\d{1,8}(?:\.0+)?$/.test(plain)
    ? { value: Math.round(Number(plain)) }
    : { reason: '要是整數的金額（元）' }
}

function readMailAddress(text: string): Reading {
  const address = text.toLowerCase()
  return isEmail(address) ? { value: address } : { reason: '不是電子信箱' }
}

const PERSON: readonly Column[] = [
  {
    field: 'name',
    names: ['姓名', '顧客姓名', '客戶姓名', '收件人', '收件人姓名', '名稱', 'Name'],
  },
  { field: 'phone', names: ['電話', '手機', '聯絡電話', '收件人電話', '行動電話', 'Phone'] },
  { field: 'note', names: ['備註', '備注', '訂單備註', 'Note', 'Notes'] },
]
const EMAIL_NAMES = ['Email', '電子信箱', '電子郵件', '信箱', 'E-mail', '顧客 Email'] as const

const COLUMNS: Readonly<Record<OldKind, readonly Column[]>> = {
  customers: [
    { field: 'email', names: EMAIL_NAMES, isNeeded: true, read: readMailAddress },
    ...PERSON,
  ],
  orders: [
    { field: 'number', names: ['訂單編號', '訂單號碼', '編號', 'Order', 'Name'], isNeeded: true },
    {
      field: 'placedOn',
      names: ['下單日期', '訂單日期', '訂購日期', '日期', '建立時間', 'Created at'],
      isNeeded: true,
      read: readDay,
    },
    {
      field: 'total',
      names: ['總金額', '訂單金額', '合計', '金額', '總計', 'Total'],
      isNeeded: true,
      read: readAmount,
    },
    { field: 'email', names: EMAIL_NAMES, read: readMailAddress },
    ...PERSON,
    { field: 'goods', names: ['商品', '商品名稱', '購買商品', '品項', 'Lineitem name'] },
    { field: 'state', names: ['狀態', '訂單狀態', 'Financial Status'] },
  ],
}

/** The names of the columns that a file needs, and of those that it may have. */
export function columnNames(kind: OldKind) {
  const [needed, others] = [true, undefined].map((isNeeded) =>
    COLUMNS[kind].filter((column) => column.isNeeded === isNeeded).map(({ names }) => names[0]),
  )
  return { needed: needed ?? [], others: others ?? [] }
}

const plain = (name: string) =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s*()_-]/g, '')

/** A file's rows with the good ones apart; `missing` are columns that it needs and has not. */
export type OldFile = {
  readonly rows: readonly OldRow[]
  readonly bad: readonly BadCell[]
  readonly missing: readonly string[]
  readonly unknown: readonly string[]
  readonly isTooLong: boolean
}

function readRow(cells: readonly string[], places: readonly (Column & { readonly at: number })[]) {
  const problems: Omit<BadCell, 'row'>[] = []
  const values = places.map(({ field, names: [column], isNeeded, read, at }) => {
    const text = toSingleLine(cells[at] ?? '').trim()
    if (text === '') {
      if (isNeeded) problems.push({ column, reason: '不可空白' })
      return [field, ''] as const
    }
    const reading =
      text.length > LONGEST ? { reason: `最多 ${LONGEST} 個字` } : (read?.(text) ?? { value: text })
    if ('reason' in reading) {
      problems.push({ column, reason: reading.reason })
      return [field, ''] as const
    }
    return [field, reading.value] as const
  })
  return { values: Object.fromEntries(values), problems }
}

const NO_ROWS = { rows: [], bad: [], missing: [], unknown: [], isTooLong: false }

/**
 * Reads a file with a header, separated by commas, tabs or semicolons. A key that stands twice with other values is a
 * bad cell of its second row: which of them counts would be chance.
 */
export function readOldFile(kind: OldKind, text: string): OldFile {
  const [head = [], ...lines] = cellsIn(text)
  const columns = COLUMNS[kind]
  const names = head.map(plain)
  const placeOf = ({ names: known }: Column) =>
    known.map((name) => names.indexOf(plain(name))).find((at) => at >= 0) ?? -1
  const places = columns.map((column) => ({ ...column, at: placeOf(column) }))
  const missing = places.filter(({ isNeeded, at }) => isNeeded && at < 0)
  const taken = new Set(places.map(({ at }) => at))
  const unknown = head.filter((name, at) => name.trim() !== '' && !taken.has(at))
  if (missing.length > 0) return { ...NO_ROWS, missing: missing.map(({ names: [name] }) => name) }
  const filled = lines
    .map((cells, index) => ({ cells, row: index + 2 }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  if (filled.length > MOST_ROWS) return { ...NO_ROWS, unknown, isTooLong: true }
  const known = new Map<string, string>()
  const rows: OldRow[] = []
  const bad: BadCell[] = []
  const field = kind === 'orders' ? 'number' : 'email'
  const column = columns.find((one) => one.field === field)?.names[0] ?? ''
  for (const { cells, row } of filled) {
    const { values, problems } = readRow(cells, places)
    const key = String(values[field]).toLowerCase()
    const same = known.get(key)
    if (problems.length === 0 && same === JSON.stringify(values)) continue
    if (problems.length === 0 && same !== undefined) {
      problems.push({ column, reason: '這一個前面出現過，內容不同' })
    }
    if (problems.length === 0) {
      known.set(key, JSON.stringify(values))
      rows.push(values)
    }
    bad.push(...problems.map((problem) => ({ row, ...problem })))
  }
  return { rows, bad, missing: [], unknown, isTooLong: false }
}

/** Rows in parts that one call may bring: at most 200 of them, and 30 kB. */
export function partsOfRows(rows: readonly OldRow[]): readonly string[] {
  const encoder = new TextEncoder()
  const parts: OldRow[][] = []
  let size = 0
  for (const row of rows) {
    const bytes = encoder.encode(JSON.stringify(row)).length
    const last = parts.at(-1)
    if (!last || last.length >= 200 || size + bytes > 30_000) {
      parts.push([row])
      size = bytes
    } else {
      last.push(row)
      size += bytes
    }
  }
  return parts.map((part) => JSON.stringify(part))
}

const digits = (text: string) => text.replaceAll(/\D/g, '').replace(/^886/, '0')

/** What an old record is found by: its number, address, telephone and name, each whole. */
export function oldKeys({
  number = '',
  email,
  phone,
  name,
}: OldPerson & { readonly number?: string }): readonly string[] {
  const telephone = digits(phone)
  const keys = [
    number.toLowerCase(),
    email,
    telephone.length >= 6 ? telephone : '',
    name.replaceAll(/\s/g, '').toLowerCase(),
  ]
  return [...new Set(keys)].filter((key) => key !== '')
}

/** The keys under which a typed text is looked for. */
export function soughtOldKeys(text: string): readonly string[] {
  const typed = toSingleLine(text).normalize('NFKC').trim().toLowerCase()
  const telephone = /^[+\d\s()-]+$/.test(typed) ? digits(typed) : ''
  return [...new Set([typed, typed.replaceAll(/\s/g, ''), telephone])].filter((key) => key !== '')
}
