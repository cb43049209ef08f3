type Call = {
  readonly arguments: readonly unknown[]
  readonly callee: {
    readonly type: string
    readonly property?: { readonly type: string; readonly name?: string }
  }
}
type Context = {
  readonly report: (problem: { readonly message: string; readonly node: Call }) => void
}

/** Methods of a request that read its body to the end, however long it is. */
const WHOLE = new Set(['text', 'json', 'arrayBuffer', 'bytes', 'blob', 'formData'])

/** Handlers read a body by `readBytes`, which counts. */
export default {
  meta: { name: 'bounded-body' },
  rules: {
    read: {
      create: (context: Context) => ({
        CallExpression(node: Call) {
          const { property } = node.callee
          if (node.callee.type !== 'MemberExpression' || node.arguments.length > 0) return
          if (property?.type !== 'Identifier' || !WHOLE.has(property.name ?? '')) return
          const message = `.${property.name}() reads a body without end: use readBytes or readText of lib/http/read-body.ts.`
          context.report({ message, node })
        },
      }),
    },
  },
}
