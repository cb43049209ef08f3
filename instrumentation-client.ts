// Zod tries whether it may compile checks; the policy forbids that, and Firefox and Safari complain of each try.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
