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
