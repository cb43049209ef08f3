import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { ContentError } from '#lib/adapters/markdown/content-file.ts'
import { findPlannedGarments } from '#lib/garment/find-garments.ts'
import { codeAddress, codeDrawing, codeSvg, LABEL_MODULES } from '#lib/garment/garment.ts'

const LOCAL =
  /^(?:localhost|127\.|0\.|\[|192\.168\.|10\.)|\.(?:example|local|localhost|test|invalid)$/i

/**
 * Returns why labels must not carry codes of this site, in Chinese. `any` allows unreachable
 * addresses for a trial.
 */
export function siteProblem(site: string, any: boolean): string | undefined {
  const url = URL.parse(site)
  if (!url || !/^https?:$/.test(url.protocol))
    return '請用 --site 寫店的網址，例如 https://店的網域'
  if (url.pathname !== '/' || url.search !== '') return '網址只到網域為止，後面不要有路徑'
  if (any) return undefined
  if (url.protocol !== 'https:') return '網址必須以 https:// 開頭'
  return LOCAL.test(url.hostname) ? `${url.hostname} 不是真正的網址，織進布裡就改不了` : undefined
}

const USAGE = `用法：npm run codes -- --site https://店的網址 [--out 資料夾]

把每一款的碼寫成 SVG，給織標廠。不寫 --site 就用 NEXT_PUBLIC_SITE_URL，不寫 --out 就寫到 codes/。
試做時加上 --any-site：localhost 與 .example 的碼，織出來誰也打不開。`

type Result = { readonly text: string; readonly ok: boolean }

async function run(): Promise<Result> {
  const { values } = parseArgs({
    options: {
      site: { type: 'string', default: process.env.NEXT_PUBLIC_SITE_URL ?? '' },
      out: { type: 'string', default: 'codes' },
      'any-site': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return { text: USAGE, ok: true }
  const problem = siteProblem(values.site, values['any-site'])
  if (problem !== undefined) return { text: `${problem}\n\n${USAGE}`, ok: false }
  const { site, out: folder } = values
  await mkdir(folder, { recursive: true })
  const garments = await findPlannedGarments()
  const lines: string[] = []
  for (const { id } of garments) {
    const { size } = codeDrawing(site, id)
    await writeFile(join(folder, `${id}.svg`), codeSvg(site, id))
    const grid = size === LABEL_MODULES ? '' : `，比織標的 ${LABEL_MODULES} 格大，先和織標廠確認`
    lines.push(`${folder}/${id}.svg　${codeAddress(site, id)}　${size} × ${size} 格${grid}`)
  }
  const next = '交給織標廠之後，把織了的編號加進 content/garments/woven.txt。'
  return { text: [...lines, next].join('\n'), ok: true }
}

function explain(error: unknown): Result {
  if (error instanceof ContentError || (error instanceof TypeError && 'code' in error)) {
    return { text: `${error.message}\n\n${USAGE}`, ok: false }
  }
  throw error
}

if (import.meta.main) {
  const { text, ok } = await run().catch(explain)
  const stream = ok ? process.stdout : process.stderr
  stream.write(`${text}\n`)
  process.exitCode = ok ? 0 : 1
}
