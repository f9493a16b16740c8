import { load } from '#bench/http-connection.ts'
import { median, p95, timesLimit } from '#bench/measurement.ts'
import { feeRecord, generate, studentByRollNo } from '#bench/requests.ts'
import { onCopy, type Measure } from '#bench/site.ts'

const rounds = 9

/** Measures look-ups while one clerk reads a campus-year and another generates a month. */
const measureLookUps: Measure['measure'] = async (site, report) => {
  const { campusNames, students } = site.school
  const campuses = [2, 0, 1].map((n) => campusNames[n % campusNames.length] ?? '')
  const [lookingUp, reading, generating] = await site.portal.signInAll(campuses)
  if (!lookingUp || !reading || !generating) throw new Error('Three clerks are needed')
  const lookUp = async (turn: number) =>
    (await lookingUp.send(studentByRollNo(lookingUp.campus, 1 + ((turn * 7919) % students)))).ms
  const alone: number[] = []
  const disturbed: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    alone.push((await load([lookUp], 0.5)).p95)
    const state = { working: true }
    const work = Promise.all([
      reading.send(feeRecord(reading.campus, site.year, 'rows')),
      generating.send(generate(generating.campus, site.nextMonth(generating.campus))),
    ]).finally(() => (state.working = false))
    const times: number[] = []
    while (state.working) times.push(await lookUp(times.length))
    await work
    disturbed.push(p95(times))
    await site.waitUntilSettled()
  }
  const what = 'p95 of look-ups while a year is read and a month is generated'
  const note = `median of ${rounds} rounds; L is the p95 of look-ups alone, ${median(alone).toFixed(2)} ms`
  report({ row: '15', what, ...timesLimit({ ours: disturbed, limit: alone }, 2), note })
}

/** Goal 15: look-ups while a report and a generation run, on a copy because each round generates a month. */
export const mixedLoadRows: Measure = {
  goals: [15],
  measure: (site, report) => onCopy(site, (copy) => measureLookUps(copy, report)),
}
