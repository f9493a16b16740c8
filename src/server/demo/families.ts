import type { CampusName } from './campuses.ts'
import type { Random } from './random.ts'

type Words = readonly [string, ...string[]]

function listOf(text: string): Words {
  const [first = '', ...others] = text.split(/,\s+/)
  return [first, ...others]
}

/** The names that are usual among the families of one religion. */
interface Naming {
  readonly religion: string
  readonly boys: Words
  readonly girls: Words
  readonly fathers: Words
  readonly families: Words
}

const muslim: Naming = {
  religion: 'Islam',
  boys: listOf(
    `Abdullah, Abdul Rehman, Abubakar, Ahmed, Ahsan, Ali, Ali Hassan, Ammar, Anas, Arham, Arsalan, Asad, Awais, Ayaan,
    Azlan, Bilal, Daniyal, Faizan, Farhan, Fahad, Haider, Hamza, Haris, Hashir, Hassan, Huzaifa, Ibrahim, Ismail,
    Junaid, Kabeer, Mahad, Mohsin, Moiz, Muaaz, Muhammad Ahmad, Muhammad Ali, Muhammad Hassan, Muhammad Umar,
    Muhammad Zain, Musa, Mustafa, Omar, Rayyan, Rehan, Rohaan, Saad, Salman, Shahzaib, Shayan, Subhan, Sufyan, Taha,
    Talha, Umair, Usman, Uzair, Waleed, Yahya, Yousaf, Zain, Zaid, Zayan, Zohaib`,
  ),
  girls: listOf(
    `Aafia, Aiza, Aleena, Alishba, Amna, Anabia, Anaya, Areeba, Arfa, Ayesha, Ayesha Noor, Aqsa, Bisma, Dua, Eman,
    Eshal, Fajar, Fatima, Fatima Zahra, Fizza, Hadia, Hafsa, Haniya, Hareem, Hiba, Hoorain, Inaya, Iqra, Javeria,
    Khadija, Kinza, Laiba, Laraib, Mahnoor, Maira, Malaika, Manahil, Maryam, Minahil, Mishal, Muskan, Nimra, Noor,
    Noor Fatima, Rabia, Rameen, Rida, Rumaisa, Saba, Sadia, Sana, Sara, Sidra, Sumbal, Tooba, Umm e Habiba, Umm e Kulsoom,
    Wajiha, Yusra, Zainab, Zara, Zoya, Zunaira`,
  ),
  fathers: listOf(
    `Abdul Ghaffar, Abdul Majeed, Abdul Qadeer, Adeel, Adnan, Akhtar, Amir, Amjad, Arif, Arshad, Asghar, Ashfaq, Asif,
    Aslam, Atif, Azhar, Babar, Ejaz, Faisal, Farooq, Ghulam Mustafa, Ghulam Rasool, Hafeez, Hameed, Iftikhar, Ijaz,
    Imran, Irfan, Jamil, Javed, Kamran, Kashif, Khalid, Khurram, Liaqat, Mansoor, Maqsood, Mubashir, Muhammad Akram,
    Muhammad Ashraf, Muhammad Ramzan, Muhammad Riaz, Munir, Nadeem, Naeem, Nasir, Naveed, Nisar, Pervaiz, Qaiser,
    Rashid, Riaz, Rizwan, Sajid, Saleem, Sarfraz, Shabbir, Shafiq, Shahbaz, Shahid, Shakeel, Sohail, Tahir, Tanveer,
    Tariq, Waheed, Waqar, Yasir, Zafar, Zahid, Zubair, Zulfiqar`,
  ),
  families: listOf(
    `Abbasi, Ahmad, Anjum, Ansari, Awan, Baig, Baloch, Bajwa, Bhatti, Bhutta, Butt, Chattha, Chaudhry, Cheema, Chughtai,
    Dar, Dogar, Durrani, Farooqi, Ghauri, Gondal, Gujjar, Hashmi, Hussain, Iqbal, Janjua, Jutt, Kayani, Khan, Khattak,
    Khokhar, Kiani, Kamboh, Lodhi, Lone, Mahmood, Malik, Mian, Minhas, Mir, Mirza, Mughal, Niazi, Paracha, Qazi, Qureshi,
    Raja, Rajput, Ramay, Rana, Ranjha, Rao, Sandhu, Sheikh, Siddiqui, Sial, Soomro, Tarar, Toor, Usmani, Virk, Warraich,
    Yousafzai`,
  ),
}

const sayyid: Naming = {
  ...muslim,
  boys: listOf(
    'Syed Ali Raza, Syed Hassan, Syed Hussain, Syed Mohsin, Syed Murtaza, Syed Mustafa, Syed Sajjad, Syed Zain ul Abideen',
  ),
  girls: listOf(
    'Syeda Amna, Syeda Fatima, Syeda Masooma, Syeda Noor ul Huda, Syeda Sakina, Syeda Umm e Farwa, Syeda Zainab',
  ),
  fathers: listOf('Syed Aamir, Syed Asad, Syed Imdad, Syed Kazim, Syed Nadeem, Syed Qasim, Syed Shabbir'),
  families: listOf('Bukhari, Gillani, Hamdani, Kazmi, Naqvi, Rizvi, Shah, Zaidi'),
}

const christian: Naming = {
  religion: 'Christianity',
  boys: listOf('Adam, Daniel, David, Haroon, Ilyas, Joshua, Nathan, Samuel, Simon, Sunil, Yaqoob, Zachariah'),
  girls: listOf('Angel, Esther, Hina, Mariam, Miriam, Neha, Rachel, Rebecca, Ruth, Sonia, Sosan, Tabita'),
  fathers: listOf(
    'Anwar, Aslam, Boota, Emmanuel, George, Ilyas, John, Patras, Rafiq, Shahbaz, Younas, Yousaf',
  ),
  families: listOf('Bhatti, Gill, Khokhar, Masih, Sahotra, Sardar, William'),
}

const hindu: Naming = {
  religion: 'Hinduism',
  boys: listOf('Ajay, Arjun, Deepak, Kailash, Karan, Mukesh, Rahul, Sagar, Suresh, Vikram'),
  girls: listOf('Anita, Bhavna, Jyoti, Kavita, Komal, Pooja, Priya, Radha, Rekha, Sapna'),
  fathers: listOf('Ashok, Dileep, Gopal, Heman, Mahesh, Mohan, Naresh, Prem, Ramesh, Vijay'),
  families: listOf('Chand, Das, Kumar, Lal, Maheshwari, Oad, Ram'),
}

const sikh: Naming = {
  religion: 'Sikhism',
  boys: listOf('Amarjeet, Gurpreet, Harjeet, Jaspal, Manpreet'),
  girls: listOf('Amrit, Harleen, Jasleen, Simran'),
  fathers: listOf('Balwinder, Gopal, Kalyan, Mastan, Ramesh'),
  families: listOf('Singh'),
}

const namings = [
  [muslim, 880],
  [sayyid, 62],
  [christian, 42],
  [hindu, 12],
  [sikh, 4],
] as const

const occupations = listOf(
  `Accountant, Advocate, Bank officer, Builder, Carpenter, Civil servant, Clerk, Doctor, Driver, Electrician, Engineer,
  Factory worker, Farmer, Jeweller, Lecturer, Mechanic, Army officer, Overseas worker, Pharmacist, Plumber, Police officer,
  Private service, Property dealer, Shopkeeper, Software developer, Tailor, Teacher, Trader, Transporter, Welder`,
)

type Birthplace = readonly [choice: { readonly place: string; readonly district: string }, weight: number]

/** Birthplaces with the first five digits of the identity cards issued there. */
const birthplaces: readonly [Birthplace, ...Birthplace[]] = [
  [{ place: 'Lahore', district: '35202' }, 50],
  [{ place: 'Lahore Cantt', district: '35201' }, 14],
  [{ place: 'Sheikhupura', district: '35404' }, 8],
  [{ place: 'Kasur', district: '35102' }, 6],
  [{ place: 'Gujranwala', district: '34101' }, 6],
  [{ place: 'Faisalabad', district: '33100' }, 5],
  [{ place: 'Sialkot', district: '34603' }, 3],
  [{ place: 'Okara', district: '35302' }, 3],
  [{ place: 'Rawalpindi', district: '37405' }, 2],
  [{ place: 'Multan', district: '36302' }, 2],
  [{ place: 'Karachi', district: '42201' }, 1],
]

/** The neighbourhoods around each campus. */
const neighbourhoods: Readonly<Record<'Main Campus' | 'City Campus', Words>> = {
  'Main Campus': listOf(
    'Allama Iqbal Town, Awan Town, Canal View, Faisal Town, Garden Town, Johar Town, Model Town, PIA Colony, Sabzazar, Township, Wapda Town',
  ),
  'City Campus': listOf(
    'Anarkali, Baghbanpura, Gawalmandi, Gulshan e Ravi, Ichhra, Krishan Nagar, Misri Shah, Mozang, Samanabad, Shadbagh, Shahdara',
  ),
}

export type Concession = 'none' | 'staff' | 'hardship' | 'orphan'

/** The data that siblings share. */
export interface Family {
  readonly naming: Naming
  readonly familyName: string
  readonly fatherName: string
  readonly placeOfBirth: string
  readonly address: string
  readonly fatherCnic: string
  readonly fatherOccupation: string
  readonly fatherHomePhone: string
  readonly fatherOfficePhone: string
  readonly telephone: string
  readonly fatherEmail: string
  readonly concession: Concession
}

const concessions = [
  ['none', 900],
  ['staff', 25],
  ['hardship', 70],
  ['orphan', 5],
] as const

/** Returns digits that look random and never repeat, because the step has no divisor in common with ten million. */
const sevenDigits = (index: number): string =>
  String((index * 6_180_339 + 1_234_577) % 10_000_000).padStart(7, '0')

/** Draws a family. An index is used only once, so that identity cards and telephone numbers never repeat. */
export function family(random: Random, campus: CampusName, index: number): Family {
  const naming = random.weighted(namings)
  const familyName = random.oneOf(naming.families)
  const given = random.oneOf(naming.fathers)
  const { place, district } = random.weighted(birthplaces)
  const digits = sevenDigits(index)
  const concession = random.weighted(concessions)
  const house = `House ${random.between(1, 480)}, Street ${random.between(1, 38)}`
  const fullAddress = `${house}, ${random.oneOf(neighbourhoods[campus])}, Lahore`
  const phone = (operator: number, last = digits) => `03${String(operator).padStart(2, '0')}-${last}`
  const mothersPhone = phone(random.between(0, 49), sevenDigits(index + 1_000_000))
  const officePhone = `042-3${random.between(5, 7)}${random.between(100_000, 999_999)}`
  const occupation = concession === 'staff' ? 'School staff' : random.oneOf(occupations)
  const email = `${given}.${familyName}${random.between(1, 99)}@example.com`.toLowerCase().replaceAll(' ', '')
  return {
    naming,
    familyName,
    fatherName: `${given} ${familyName}`,
    placeOfBirth: place,
    address: random.chance(0.93) ? fullAddress : '',
    fatherCnic: random.chance(0.95) ? `${district}-${digits}-${random.between(0, 4) * 2 + 1}` : '',
    fatherOccupation: random.chance(0.94) ? occupation : '',
    fatherHomePhone: phone(random.between(0, 49)),
    fatherOfficePhone: random.chance(0.35) ? officePhone : '',
    telephone: random.chance(0.75) ? mothersPhone : '',
    fatherEmail: random.chance(0.3) ? email : '',
    concession,
  }
}
