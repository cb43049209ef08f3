import { OUTSIDE, replaceFunctions } from '../memory/hooks.ts'

replaceFunctions(...OUTSIDE)

await import('./outside.ts')
