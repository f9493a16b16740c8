type Version = readonly [number, number, number]

/** Whether a package's `engines.node` lets this version of Node in; a range it cannot read is an error. */
export const letsIn = (range: string, version: Version) =>
  range.split('||').some((part) => comparators(part).every((comparator) => holds(comparator, version)))

const comparators = (part: string) =>
  part
    .trim()
    .replace(/^(\S+)\s+-\s+(\S+)$/, '>=$1 <=$2')
    .replace(/([<>=~^])\s+/g, '$1')
    .split(/[\s,]+/)

function holds(comparator: string, version: Version) {
  const found = /^([<>=~^]*)v?(\d+)?((?:\.(?:\d+|[*xX]))*)(?:[*xX]|-[\w.]+)?$/.exec(comparator)
  if (!found) throw new Error(`Unknown range of versions: ${comparator}`)
  const [, sign = '', first = '', rest = ''] = found
  const numbers = `${first}${rest}`.match(/\d+/g)?.map(Number) ?? []
  const early = isBelow(version, versionOf(numbers))
  const late = !isBelow(version, end(sign, numbers))
  const verdicts: Record<string, boolean> = { '>': late, '>=': !early, '<': early, '<=': !late }
  return verdicts[sign] ?? (!early && !late)
}

const versionOf = ([major = 0, minor = 0, patch = 0]: readonly number[]): Version => [major, minor, patch]

/** The first version after those that a partial one (20, 20.1), a tilde or a caret stands for. */
function end(sign: string, [major, minor, patch]: readonly number[]): Version {
  if (major === undefined) return [Infinity, 0, 0]
  if (minor === undefined || (sign === '^' && major > 0)) return [major + 1, 0, 0]
  if (patch === undefined || sign === '~') return [major, minor + 1, 0]
  return [major, minor, patch + 1]
}

function isBelow(one: Version, other: Version) {
  const at = one.findIndex((part, index) => part !== other[index])
  return at >= 0 && (one[at] ?? 0) < (other[at] ?? 0)
}
