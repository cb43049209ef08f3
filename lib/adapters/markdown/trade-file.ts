import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { type Trade, tradeSchema } from '../../company/trade-schema.ts'
import { readText } from './front-matter.ts'

/** The file of the trade in a content folder. */
export const TRADE_FILE = 'info/trade.md'

// The copy that the build made of its content, where this is one (lib/adapters/markdown/content-file.ts).
function contentFolder(): string {
  const folder = process.env.CONTENT_FOLDER || 'content'
  const copy = `${process.env.BUILD_FOLDER}/content`
  const isBuilt = process.env.NODE_ENV === 'production' && Boolean(process.env.BUILD_FOLDER)
  const place = join(/* turbopackIgnore: true */ process.cwd(), copy)
  return isBuilt && existsSync(/* turbopackIgnore: true */ place) ? copy : folder
}

/**
 * The trade of the shop that runs, or of a content folder; throws a ZodError for a file that can't be used. The build
 * has checked it in the owner's language before (lib/content-editor/read-site.ts).
 */
export function readTrade(folder = contentFolder()): Trade {
  const place = join(/* turbopackIgnore: true */ process.cwd(), folder, TRADE_FILE)
  const { values } = readText(readFileSync(/* turbopackIgnore: true */ place, 'utf8'))
  return tradeSchema.parse(values)
}
