type Node = { readonly type: string; readonly name?: unknown }
type Call = { readonly callee: Node; readonly parent: { readonly parent: Node } }
type Context = {
  readonly report: (problem: { readonly message: string; readonly node: Call }) => void
}

/** Test files share one process, where a hook outside of a `describe` runs for each test of all files. */
export default {
  meta: { name: 'own-hook' },
  rules: {
    inside: {
      create: (context: Context) => ({
        CallExpression(node: Call) {
          if (node.callee.name !== 'beforeEach' && node.callee.name !== 'afterEach') return
          if (node.parent.parent.type !== 'Program') return
          const message = 'Put this hook into a describe: here it runs for the tests of every file.'
          context.report({ message, node })
        },
      }),
    },
  },
}
