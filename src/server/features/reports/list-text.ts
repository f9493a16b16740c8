import type { RowsText } from '#server/http/mount-rows.ts'

interface Words {
  readonly found: string
  readonly noneFound: string
}

/** `{ msg, [name]: rows }` around rows that are JSON text already; waits for the first, which decides the message. */
export async function listText(
  name: string,
  { found, noneFound }: Words,
  parts: AsyncGenerator<string>,
): Promise<RowsText> {
  const first = await parts.next()
  const msg = first.done ? noneFound : found
  return {
    head: `{"msg":${JSON.stringify(msg)},${JSON.stringify(name)}:[`,
    parts: first.done ? parts : continued(first.value, parts),
    foot: ']}',
  }
}

async function* continued(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first
  yield* rest
}
