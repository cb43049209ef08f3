import { OUTSIDE, replaceFunctions } from '../../e2e/memory/hooks.ts'

// Everything but these is the shop's own code, as it runs in production.
replaceFunctions(...OUTSIDE)
