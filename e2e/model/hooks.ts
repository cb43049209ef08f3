import { registerHooks } from 'node:module'

import { OUTSIDE, replaceFunctions } from '../memory/hooks.ts'
import { withoutRule } from '../mutants/functions.ts'
import { RULES } from './rules.ts'

const rule = process.env.MODEL_WITHOUT
// Registered first, so that what is replaced is replaced in the source without the rule.
if (rule !== undefined) {
  const found = RULES[rule]
  if (!found) throw new Error(`No rule is called ${rule}`)
  const { file, source } = withoutRule(found)
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context)
      return url.endsWith(`/${file}`) ? { ...loaded, source } : loaded
    },
  })
}

// Everything but these is the shop's own code, as it runs in production.
replaceFunctions(...OUTSIDE)
