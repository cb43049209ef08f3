import { readTrade } from '../adapters/markdown/trade-file.ts'
import { type PublicTrade, publicTrade } from './trade-schema.ts'

/** The trade of the content that is there: of this build, and in commands and tests of the folder itself. */
export const BUILT_TRADE: PublicTrade = publicTrade(readTrade())
