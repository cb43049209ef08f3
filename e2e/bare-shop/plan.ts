import { join } from 'node:path'

import type { ProcessPlan } from '../../local/process.ts'
import { FIXTURE_BUILD } from '../support/fixture-content.ts'

const here = (file: string) => join(import.meta.dirname, file)

/** True if the tests run the shop's source without Next and without a build. */
export const isBare = (): boolean => Boolean(process.env.BARE_SHOP)

/** The plan of a built shop, or of a bare one at the same address where that is wanted. */
export function asWanted(plan: ProcessPlan): ProcessPlan {
  if (!isBare()) return plan
  const imports = [here('hooks.ts'), here('../mutants/hooks.ts')].flatMap((file) => [
    '--import',
    file,
  ])
  const port = ['--port', plan.command.at(-1) ?? '']
  return {
    ...plan,
    command: ['node', '--conditions=react-server', ...imports, here('server.ts'), ...port],
    env: { ...plan.env, CONTENT_FOLDER: `${FIXTURE_BUILD}/content` },
  }
}
