/** Names by where people are from, with cities there. First and last names are combined freely. */
export type Origin = {
  country: string;
  region: string;
  cities: readonly string[];
  first: readonly string[];
  last: readonly string[];
  /** How many of a hundred people. */
  share: number;
};

export const ORIGINS: readonly Origin[] = [
  { country: 'United Kingdom', region: 'England', share: 22, cities: ['Leeds', 'Hull', 'Bristol', 'Sheffield', 'Norwich', 'Reading', 'Exeter'],
    first: ['Oliver', 'Amelia', 'Harry', 'Grace', 'Callum', 'Imogen', 'Declan', 'Poppy', 'Rhys', 'Freya', 'Alistair', 'Bethan', 'Nigel', 'Maureen', 'Craig', 'Hannah'],
    last: ['Hartley', 'Pemberton', 'Oakes', 'Whitfield', 'Crossley', 'Fenwick', 'Langford', 'Ashdown', 'Brierley', 'Cobb', 'Marsden', 'Tindall', 'Ormerod', 'Satterthwaite'] },
  { country: 'Germany', region: 'Nordrhein-Westfalen', share: 16, cities: ['Köln', 'Dortmund', 'Münster', 'Bielefeld', 'Aachen', 'Wuppertal'],
    first: ['Jonas', 'Katrin', 'Holger', 'Svenja', 'Matthias', 'Anke', 'Tobias', 'Ines', 'Volker', 'Franziska', 'Dirk', 'Leonie', 'Rüdiger', 'Birgit'],
    last: ['Brandt', 'Kessler', 'Lindemann', 'Vogt', 'Hagedorn', 'Reinders', 'Scholl', 'Weidmann', 'Pohl', 'Eickhoff', 'Tenbrink', 'Krämer', 'Osthoff'] },
  { country: 'France', region: 'Auvergne-Rhône-Alpes', share: 10, cities: ['Lyon', 'Grenoble', 'Annecy', 'Saint-Étienne'],
    first: ['Camille', 'Thibault', 'Élodie', 'Bastien', 'Maëlle', 'Guillaume', 'Solène', 'Yannick', 'Océane', 'Didier', 'Margaux'],
    last: ['Perrin', 'Chevalier', 'Delorme', 'Fournier', 'Garnier', 'Lacroix', 'Montagne', 'Rousselet', 'Vasseur', 'Bonnaire'] },
  { country: 'Netherlands', region: 'Utrecht', share: 8, cities: ['Utrecht', 'Amersfoort', 'Nieuwegein', 'Zeist'],
    first: ['Daan', 'Sanne', 'Joris', 'Fleur', 'Maarten', 'Lotte', 'Ruben', 'Anouk', 'Wouter', 'Marieke'],
    last: ['de Ruiter', 'van Dongen', 'Hoekstra', 'Kuipers', 'Schouten', 'van der Wal', 'Mulder', 'Brouwer', 'ter Horst'] },
  { country: 'Spain', region: 'Comunitat Valenciana', share: 7, cities: ['Valencia', 'Alicante', 'Castellón'],
    first: ['Lucía', 'Álvaro', 'Nuria', 'Sergio', 'Carmen', 'Iker', 'Rocío', 'Gonzalo', 'Pilar', 'Rubén'],
    last: ['Ferrer', 'Navarro', 'Soler', 'Ibáñez', 'Carrasco', 'Montero', 'Peris', 'Llorens', 'Gisbert'] },
  { country: 'Poland', region: 'Małopolska', share: 7, cities: ['Kraków', 'Tarnów', 'Nowy Sącz'],
    first: ['Agnieszka', 'Wojciech', 'Magdalena', 'Tomasz', 'Katarzyna', 'Paweł', 'Zofia', 'Marek', 'Ewelina', 'Grzegorz'],
    last: ['Zieliński', 'Wróbel', 'Kaczmarek', 'Pawlak', 'Sikora', 'Baran', 'Dudek', 'Jasiński', 'Mazur'] },
  { country: 'India', region: 'Maharashtra', share: 7, cities: ['Pune', 'Mumbai', 'Nashik'],
    first: ['Priya', 'Rohan', 'Ananya', 'Vikram', 'Meera', 'Siddharth', 'Kavya', 'Arjun', 'Neha', 'Farhan'],
    last: ['Deshpande', 'Kulkarni', 'Patil', 'Joshi', 'Shaikh', 'Bhosale', 'Menon', 'Rao', 'Chitnis'] },
  { country: 'Nigeria', region: 'Lagos', share: 4, cities: ['Lagos', 'Ikeja'],
    first: ['Chidi', 'Amaka', 'Tunde', 'Ngozi', 'Femi', 'Adaeze', 'Kelechi', 'Yewande'],
    last: ['Okafor', 'Adeyemi', 'Eze', 'Balogun', 'Nwosu', 'Ogunleye', 'Umeh', 'Bello'] },
  { country: 'Türkiye', region: 'Marmara', share: 4, cities: ['İstanbul', 'Bursa', 'Kocaeli'],
    first: ['Elif', 'Mert', 'Zeynep', 'Emre', 'Defne', 'Kerem', 'Selin', 'Burak'],
    last: ['Yıldız', 'Aksoy', 'Demirci', 'Kaplan', 'Şahin', 'Erdoğmuş', 'Uçar', 'Tekin'] },
  { country: 'Brazil', region: 'Paraná', share: 4, cities: ['Curitiba', 'Londrina', 'Maringá'],
    first: ['Thiago', 'Larissa', 'João', 'Beatriz', 'Caio', 'Fernanda', 'Renato', 'Marina'],
    last: ['Teixeira', 'Barbosa', 'Moraes', 'Cardoso', 'Vieira', 'Azevedo', 'Furtado', 'Pacheco'] },
  { country: 'Sweden', region: 'Skåne', share: 4, cities: ['Malmö', 'Lund', 'Helsingborg'],
    first: ['Astrid', 'Oskar', 'Linnea', 'Viktor', 'Ebba', 'Gustav', 'Maja', 'Henrik'],
    last: ['Lindqvist', 'Bergström', 'Sandberg', 'Ekman', 'Nyberg', 'Forsell', 'Wallin', 'Åkesson'] },
  { country: 'United States', region: 'Ohio', share: 5, cities: ['Columbus', 'Dayton', 'Akron', 'Toledo'],
    first: ['Tyler', 'Maria', 'Jamal', 'Caitlin', 'Diego', 'Brianna', 'Wesley', 'Denise', 'Hung', 'Latoya'],
    last: ['Whitaker', 'Ramirez', 'Coleman', 'Nguyen', 'Kowalski', 'Beckett', 'Hollis', 'Trevino', 'Grady'] },
  { country: 'Portugal', region: 'Norte', share: 2, cities: ['Porto', 'Braga'],
    first: ['Inês', 'Rui', 'Catarina', 'Nuno', 'Leonor', 'Tiago'],
    last: ['Carvalho', 'Magalhães', 'Pinheiro', 'Sequeira', 'Tavares', 'Neves'] },
];

/** What customers do. */
export const JOB_TITLES: readonly string[] = [
  'Dispatcher', 'Head of Dispatch', 'Service Manager', 'Operations Director', 'Planner', 'Field Technician', 'Lead Technician',
  'Regional Manager', 'Managing Director', 'Office Manager', 'Accounts Clerk', 'Head of Finance', 'Storekeeper', 'Purchasing Manager',
  'IT Administrator', 'IT Manager', 'Systems Analyst', 'Quality Manager', 'Health and Safety Officer', 'Facility Manager',
  'Contract Manager', 'Customer Service Agent', 'Customer Service Lead', 'Branch Manager', 'Owner', 'Foreman', 'Project Manager',
  'Fleet Coordinator', 'Data Protection Officer', 'Controller', 'Training Coordinator', 'Site Supervisor',
];

/** The team behind Marlow: what they do, and what they may do. Names are drawn. */
export type StaffRole = {
  job_title: string;
  license_type: 'owner' | 'full' | 'support' | 'contributor';
  team: 'Product' | 'Support' | 'Customer Success' | 'Sales' | 'Engineering';
};

export const STAFF_ROLES: readonly StaffRole[] = [
  { job_title: 'Chief Product Officer', license_type: 'full', team: 'Product' },
  { job_title: 'Product Manager, Planning', license_type: 'full', team: 'Product' },
  { job_title: 'Product Manager, Mobile', license_type: 'full', team: 'Product' },
  { job_title: 'Product Manager, Platform', license_type: 'full', team: 'Product' },
  { job_title: 'User Researcher', license_type: 'full', team: 'Product' },
  { job_title: 'Product Designer', license_type: 'full', team: 'Product' },
  { job_title: 'Head of Support', license_type: 'full', team: 'Support' },
  { job_title: 'Support Engineer', license_type: 'support', team: 'Support' },
  { job_title: 'Support Agent', license_type: 'support', team: 'Support' },
  { job_title: 'Customer Success Manager', license_type: 'full', team: 'Customer Success' },
  { job_title: 'Customer Success Manager', license_type: 'contributor', team: 'Customer Success' },
  { job_title: 'Account Executive', license_type: 'contributor', team: 'Sales' },
  { job_title: 'Solutions Consultant', license_type: 'contributor', team: 'Sales' },
  { job_title: 'Engineering Manager', license_type: 'contributor', team: 'Engineering' },
];
